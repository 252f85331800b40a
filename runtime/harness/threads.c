/* ThreadSanitizer reports and goes on. A fuzzer only sees how a run ends, so a report ends it. A program that defines
   the hook itself does not link: weak, this one would lose to the runtime's own, which clang puts in front of all.

   libFuzzer handles the signal, and would wait there for locks that are held during the report: its main asks to be told
   instead, and ends behind the run. */
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>

volatile bool fz_report_waits, fz_has_reported;

__attribute__((visibility("default"))) void __tsan_on_report(void *report) {
    (void)report;
    if (fz_report_waits) {
        fz_has_reported = true;
        return;
    }
    signal(SIGABRT, SIG_DFL);
    abort();
}
