; Each of these is left alone, with a reason among the facts.
; pipeline: edges<pcs=off;records=off>
target triple = "x86_64-pc-linux-gnu"
define available_externally void @for_inlining() {
  ret void
}
define void @bare() naked {
  call void asm sideeffect "ret", ""()
  unreachable
}
define void @no_coverage() nosanitize_coverage {
  ret void
}
define void @no_instrumentation() disable_sanitizer_instrumentation {
  ret void
}
define void @no_profile() noprofile {
  ret void
}
define void @skip_profile() skipprofile {
  ret void
}
define void @left_out() "fz-excluded" {
  ret void
}
define void @coroutine() presplitcoroutine {
  ret void
}
define void @__sanitizer_weak_hook() {
  ret void
}
define void @never() {
  unreachable
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; define available_externally void @for_inlining() {
;   ret void
; }
;
; ; Function Attrs: naked
; define void @bare() #0 {
;   call void asm sideeffect "ret", ""()
;   unreachable
; }
;
; ; Function Attrs: nosanitize_coverage
; define void @no_coverage() #1 {
;   ret void
; }
;
; ; Function Attrs: disable_sanitizer_instrumentation
; define void @no_instrumentation() #2 {
;   ret void
; }
;
; ; Function Attrs: noprofile
; define void @no_profile() #3 {
;   ret void
; }
;
; ; Function Attrs: skipprofile
; define void @skip_profile() #4 {
;   ret void
; }
;
; define void @left_out() #5 {
;   ret void
; }
;
; ; Function Attrs: presplitcoroutine
; define void @coroutine() #6 {
;   ret void
; }
;
; define void @__sanitizer_weak_hook() {
;   ret void
; }
;
; define void @never() {
;   unreachable
; }
;
; attributes #0 = { naked }
; attributes #1 = { nosanitize_coverage }
; attributes #2 = { disable_sanitizer_instrumentation }
; attributes #3 = { noprofile }
; attributes #4 = { skipprofile }
; attributes #5 = { "fz-excluded" }
; attributes #6 = { presplitcoroutine }
;
; !fz.facts = !{!0, !1, !2, !3, !4, !5, !5, !6, !7, !8, !9, !10}
;
; !0 = !{!"instrumented", !"1"}
; !1 = !{!"skipped:available-externally", !"1"}
; !2 = !{!"skipped:naked", !"1"}
; !3 = !{!"skipped:no-sanitize-coverage", !"1"}
; !4 = !{!"skipped:disable-sanitizer-instrumentation", !"1"}
; !5 = !{!"skipped:no-profile-instrument-function", !"1"}
; !6 = !{!"skipped:selection", !"1"}
; !7 = !{!"skipped:unsplit-coroutine", !"1"}
; !8 = !{!"skipped:machinery", !"1"}
; !9 = !{!"skipped:unreachable", !"1"}
; !10 = !{!"functions", !"0"}
