/* ThreadSanitizer reports and continues. A fuzzer only sees how a run ends, so a report ends it. A program that defines
   the hook itself does not link: if this definition were weak, the sanitizer runtime's own, which clang links first,
   would win.

   libFuzzer handles the signal, and would wait in the handler for locks that are held during the report. So its main
   sets `fz_report_waits`, and ends the process after the run. */
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
