; A function that counts writes memory, and so do its callers, whatever was inferred before.
; pipeline: edges<count=wrap;pcs=off;records=off>
target triple = "x86_64-pc-linux-gnu"
define i32 @pure(i32 %x) memory(none) speculatable willreturn nounwind {
  ret i32 %x
}
define i32 @caller(i32 %x) memory(none) {
  %a = call i32 @pure(i32 %x) memory(none)
  %b = call i32 @llvm.abs.i32(i32 %a, i1 false)
  ret i32 %b
}
declare i32 @llvm.abs.i32(i32, i1)
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; $pure = comdat nodeduplicate
;
; $caller = comdat nodeduplicate
;
; $__fz_register_image = comdat any
;
; @__fz_edges.pure = private global [1 x i8] zeroinitializer, section "__sancov_cntrs", comdat($pure), align 1
; @__fz_edges.caller = private global [1 x i8] zeroinitializer, section "__sancov_cntrs", comdat($caller), align 1
; @llvm.compiler.used = appending global [2 x ptr] [ptr @__fz_edges.pure, ptr @__fz_edges.caller], section "llvm.metadata"
; @__start___sancov_cntrs = extern_weak hidden global i8
; @__stop___sancov_cntrs = extern_weak hidden global i8
; @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 2, ptr @__fz_register_image, ptr @__fz_register_image }]
;
; ; Function Attrs: nounwind willreturn
; define i32 @pure(i32 %x) #0 comdat {
;   %1 = load i8, ptr @__fz_edges.pure, align 1, !nosanitize !2
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.pure, align 1, !nosanitize !2
;   ret i32 %x
; }
;
; define i32 @caller(i32 %x) #1 comdat {
;   %1 = load i8, ptr @__fz_edges.caller, align 1, !nosanitize !2
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.caller, align 1, !nosanitize !2
;   %a = call i32 @pure(i32 %x)
;   %b = call i32 @llvm.abs.i32(i32 %a, i1 false)
;   ret i32 %b
; }
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i32 @llvm.abs.i32(i32, i1 immarg) #2
;
; ; Function Attrs: disable_sanitizer_instrumentation nounwind
; define linkonce_odr hidden void @__fz_register_image() #3 comdat {
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
; attributes #0 = { nounwind willreturn "fz-edges" }
; attributes #1 = { "fz-edges" }
; attributes #2 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
; attributes #3 = { disable_sanitizer_instrumentation nounwind }
;
; !fz.facts = !{!0, !0, !1}
;
; !0 = !{!"counters", !"1"}
; !1 = !{!"functions", !"2"}
; !2 = !{}
