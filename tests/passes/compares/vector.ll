; Each element is told of.
; pipeline: sites<records=off>,compares
target triple = "x86_64-pc-linux-gnu"
define <2 x i1> @f(<2 x i32> noundef %v) {
  %1 = icmp eq <2 x i32> %v, <i32 1, i32 2>
  ret <2 x i1> %1
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; $__fz_tell.__sanitizer_cov_trace_const_cmp4 = comdat any
;
; $__fz_register_compares = comdat any
;
; $__fz_compares_on = comdat any
;
; @__fz_compares_on = linkonce_odr hidden global i8 0, comdat
; @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 2, ptr @__fz_register_compares, ptr @__fz_register_compares }]
;
; define <2 x i1> @f(<2 x i32> noundef %v) #0 {
;   %1 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !2
;   %2 = icmp ne i8 %1, 0
;   br i1 %2, label %5, label %3, !prof !3, !nosanitize !2
;
; 3:                                                ; preds = %5, %0
;   %4 = icmp eq <2 x i32> %v, <i32 1, i32 2>
;   ret <2 x i1> %4
;
; 5:                                                ; preds = %0
;   %6 = extractelement <2 x i32> %v, i32 0
;   notail call void @__fz_tell.__sanitizer_cov_trace_const_cmp4(i32 zeroext 1, i32 zeroext %6) #3, !nosanitize !2
;   %7 = extractelement <2 x i32> %v, i32 1
;   notail call void @__fz_tell.__sanitizer_cov_trace_const_cmp4(i32 zeroext 2, i32 zeroext %7) #3, !nosanitize !2
;   br label %3
; }
;
; ; Function Attrs: disable_sanitizer_instrumentation noinline nounwind
; define linkonce_odr hidden void @__fz_tell.__sanitizer_cov_trace_const_cmp4(i32 zeroext %0, i32 zeroext %1) #1 comdat {
;   %3 = icmp ne ptr @__sanitizer_cov_trace_const_cmp4, null
;   br i1 %3, label %4, label %5
;
; 4:                                                ; preds = %2
;   musttail call void @__sanitizer_cov_trace_const_cmp4(i32 zeroext %0, i32 zeroext %1)
;   ret void
;
; 5:                                                ; preds = %2
;   ret void
; }
;
; declare extern_weak void @__sanitizer_cov_trace_const_cmp4(i32, i32)
;
; ; Function Attrs: disable_sanitizer_instrumentation nounwind
; define linkonce_odr hidden void @__fz_register_compares() #2 comdat {
;   %1 = icmp ne ptr @__fz_compares_init, null
;   br i1 %1, label %2, label %3
;
; 2:                                                ; preds = %0
;   call void @__fz_compares_init(ptr @__fz_compares_on, ptr getelementptr (i8, ptr @__fz_compares_on, i64 1))
;   br label %6
;
; 3:                                                ; preds = %0
;   %4 = icmp ne ptr @__sanitizer_cov_trace_cmp1, null
;   %5 = zext i1 %4 to i8
;   store i8 %5, ptr @__fz_compares_on, align 1
;   br label %6
;
; 6:                                                ; preds = %3, %2
;   ret void
; }
;
; declare extern_weak void @__fz_compares_init(ptr, ptr)
;
; declare extern_weak void @__sanitizer_cov_trace_cmp1(i8, i8)
;
; attributes #0 = { "fz-sites" }
; attributes #1 = { disable_sanitizer_instrumentation noinline nounwind }
; attributes #2 = { disable_sanitizer_instrumentation nounwind }
; attributes #3 = { nomerge nounwind }
;
; !fz.facts = !{!0, !1}
;
; !0 = !{!"done:sites", !"1"}
; !1 = !{!"done:compares", !"1"}
; !2 = !{}
; !3 = !{!"branch_weights", i32 9, i32 1}
