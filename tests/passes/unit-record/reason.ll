; pipeline: edges<count=wrap;pcs=off;records=off>,unit-record<profile=fuzz;design=A;reason=lto>
target triple = "x86_64-pc-linux-gnu"
define void @f() {
  ret void
}
define void @g() noprofile {
  ret void
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; module asm ".pushsection .debug_fz_units,\22\22,@progbits"
; module asm ".ascii \22FZU1\\240\\000\\000\\000{\\\22counters\\\22:1,\\\22design\\\22:\\\22A\\\22,\\\22functions\\\22:1,\\\22profile\\\22:\\\22fuzz\22"
; module asm ".ascii \22\\\22,\\\22reason\\\22:\\\22lto\\\22,\\\22selection\\\22:{},\\\22skipped\\\22:{\\\22no-profile-instrumen\22"
; module asm ".ascii \22t-function\\\22:1},\\\22source\\\22:\\\22in.ll\\\22}\22"
; module asm ".popsection"
;
; $f = comdat nodeduplicate
;
; $__fz_register_image = comdat any
;
; @__fz_edges.f = private global [1 x i8] zeroinitializer, section "__sancov_cntrs", comdat($f), align 1
; @llvm.compiler.used = appending global [1 x ptr] [ptr @__fz_edges.f], section "llvm.metadata"
; @__start___sancov_cntrs = extern_weak hidden global i8
; @__stop___sancov_cntrs = extern_weak hidden global i8
; @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 2, ptr @__fz_register_image, ptr @__fz_register_image }]
;
; define void @f() #0 comdat {
;   %1 = load i8, ptr @__fz_edges.f, align 1, !nosanitize !3
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.f, align 1, !nosanitize !3
;   ret void
; }
;
; ; Function Attrs: noprofile
; define void @g() #1 {
;   ret void
; }
;
; ; Function Attrs: disable_sanitizer_instrumentation nounwind
; define linkonce_odr hidden void @__fz_register_image() #2 comdat {
;   %1 = icmp ne ptr @__sanitizer_cov_8bit_counters_init, null
;   br i1 %1, label %2, label %3
;
; 2:                                                ; preds = %0
;   call void @__sanitizer_cov_8bit_counters_init(ptr @__start___sancov_cntrs, ptr @__stop___sancov_cntrs)
;   br label %3
;
; 3:                                                ; preds = %2, %0
;   ret void
; }
;
; declare extern_weak void @__sanitizer_cov_8bit_counters_init(ptr, ptr)
;
; attributes #0 = { "fz-edges" }
; attributes #1 = { noprofile }
; attributes #2 = { disable_sanitizer_instrumentation nounwind }
;
; !fz.facts = !{!0, !1, !2}
;
; !0 = !{!"counters", !"1"}
; !1 = !{!"functions", !"1"}
; !2 = !{!"recorded", !"1"}
; !3 = !{}
