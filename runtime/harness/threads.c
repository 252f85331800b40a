/* ThreadSanitizer reports and goes on. A fuzzer only sees how a run ends. */
#include <stdlib.h>

__attribute__((visibility("default"))) void __tsan_on_report(void *report) {
    (void)report;
    abort();
}
