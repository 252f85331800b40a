;; Each of these is left alone, with a reason among the facts.
; pipeline: edges<pcs=off;records=off>,unit-record<profile=fuzz>
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
; module asm ".pushsection .debug_fz_units,\22\22,%progbits"
; module asm ".ascii \22FZU1\\210\\001\\000\\000{\\\22branches\\\22:0,\\\22counters\\\22:0,\\\22design\\\22:null,\\\22edges\\\22:0,\\\22func\22"
; module asm ".ascii \22tions\\\22:0,\\\22guards\\\22:0,\\\22profile\\\22:\\\22fuzz\\\22,\\\22reason\\\22:null,\\\22refactored\\\22:\22"
; module asm ".ascii \22null,\\\22selection\\\22:{},\\\22selects\\\22:0,\\\22skipped\\\22:{\\\22available-externally\22"
; module asm ".ascii \22\\\22:1,\\\22disable-sanitizer-instrumentation\\\22:1,\\\22naked\\\22:1,\\\22no-profile-\22"
; module asm ".ascii \22instrument-function\\\22:2,\\\22no-sanitize-coverage\\\22:1,\\\22selection\\\22:1,\\\22u\22"
; module asm ".ascii \22nreachable\\\22:1,\\\22unsplit-coroutine\\\22:1},\\\22source\\\22:\\\22in.ll\\\22,\\\22transform\22"
; module asm ".ascii \22s\\\22:{}}\\000\\000\22"
; module asm ".popsection"
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
; !fz.facts = !{!0}
;
; !0 = !{!"recorded", !"1"}
