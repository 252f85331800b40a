;; Constants first, smaller numbers in their own callback, 128 bits in halves, floating-point numbers as bits.
; pipeline: sites<records=off>,compares
target triple = "x86_64-pc-linux-gnu"

define void @f(i8 %a, i16 noundef %b, i32 noundef %c, i64 %d, i128 noundef %e, i24 noundef %g, double noundef %h, x86_fp80 noundef %i) {
  %1 = icmp ugt i8 %a, 9
  %2 = icmp ne i16 7, %b
  %3 = icmp slt i32 %c, %c
  %4 = icmp eq i64 %d, 3
  %5 = icmp eq i128 %e, 3
  %6 = icmp sgt i24 %g, -9
  %7 = fcmp olt double %h, 1.5
  %8 = fcmp uno double %h, 0.0
  %9 = fcmp olt x86_fp80 %i, %i
  ret void
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; $__fz_tell.__sanitizer_cov_trace_cmp8 = comdat any
;
; $__fz_tell.__sanitizer_cov_trace_const_cmp8 = comdat any
;
; $__fz_tell.__sanitizer_cov_trace_const_cmp4 = comdat any
;
; $__fz_tell.__sanitizer_cov_trace_cmp4 = comdat any
;
; $__fz_tell.__sanitizer_cov_trace_const_cmp2 = comdat any
;
; $__fz_tell.__sanitizer_cov_trace_const_cmp1 = comdat any
;
; $__fz_register_compares = comdat any
;
; $__fz_compares_on = comdat any
;
; @__fz_compares_on = linkonce_odr hidden global i8 0, comdat
; @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 2, ptr @__fz_register_compares, ptr @__fz_register_compares }]
;
; define void @f(i8 %a, i16 noundef %b, i32 noundef %c, i64 %d, i128 noundef %e, i24 noundef %g, double noundef %h, x86_fp80 noundef %i) #0 {
;   %1 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !3
;   %2 = icmp ne i8 %1, 0
;   br i1 %2, label %56, label %3, !prof !4, !nosanitize !3
;
; 3:                                                ; preds = %56, %0
;   %4 = icmp ugt i8 %a, 9
;   %5 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !3
;   %6 = icmp ne i8 %5, 0
;   br i1 %6, label %55, label %7, !prof !4, !nosanitize !3
;
; 7:                                                ; preds = %55, %3
;   %8 = icmp ne i16 7, %b
;   %9 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !3
;   %10 = icmp ne i8 %9, 0
;   br i1 %10, label %54, label %11, !prof !4, !nosanitize !3
;
; 11:                                               ; preds = %54, %7
;   %12 = icmp slt i32 %c, %c
;   %13 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !3
;   %14 = icmp ne i8 %13, 0
;   br i1 %14, label %53, label %15, !prof !4, !nosanitize !3
;
; 15:                                               ; preds = %53, %11
;   %16 = icmp eq i64 %d, 3
;   %17 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !3
;   %18 = icmp ne i8 %17, 0
;   br i1 %18, label %49, label %19, !prof !4, !nosanitize !3
;
; 19:                                               ; preds = %49, %15
;   %20 = icmp eq i128 %e, 3
;   %21 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !3
;   %22 = icmp ne i8 %21, 0
;   br i1 %22, label %47, label %23, !prof !4, !nosanitize !3
;
; 23:                                               ; preds = %47, %19
;   %24 = icmp sgt i24 %g, -9
;   %25 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !3
;   %26 = icmp ne i8 %25, 0
;   br i1 %26, label %45, label %27, !prof !4, !nosanitize !3
;
; 27:                                               ; preds = %45, %23
;   %28 = fcmp olt double %h, 1.500000e+00
;   %29 = fcmp uno double %h, 0.000000e+00
;   %30 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !3
;   %31 = icmp ne i8 %30, 0
;   br i1 %31, label %34, label %32, !prof !4, !nosanitize !3
;
; 32:                                               ; preds = %34, %27
;   %33 = fcmp olt x86_fp80 %i, %i
;   ret void
;
; 34:                                               ; preds = %27
;   %35 = bitcast x86_fp80 %i to i80
;   %36 = bitcast x86_fp80 %i to i80
;   %37 = zext i80 %35 to i128
;   %38 = zext i80 %36 to i128
;   %39 = trunc i128 %37 to i64
;   %40 = trunc i128 %38 to i64
;   %41 = lshr i128 %37, 64
;   %42 = trunc i128 %41 to i64
;   %43 = lshr i128 %38, 64
;   %44 = trunc i128 %43 to i64
;   notail call void @__fz_tell.__sanitizer_cov_trace_cmp8(i64 %39, i64 %40) #3, !nosanitize !3
;   notail call void @__fz_tell.__sanitizer_cov_trace_cmp8(i64 %42, i64 %44) #3, !nosanitize !3
;   br label %32
;
; 45:                                               ; preds = %23
;   %46 = bitcast double %h to i64
;   notail call void @__fz_tell.__sanitizer_cov_trace_const_cmp8(i64 4609434218613702656, i64 %46) #3, !nosanitize !3
;   br label %27
;
; 47:                                               ; preds = %19
;   %48 = sext i24 %g to i32
;   notail call void @__fz_tell.__sanitizer_cov_trace_const_cmp4(i32 zeroext -9, i32 zeroext %48) #3, !nosanitize !3
;   br label %23
;
; 49:                                               ; preds = %15
;   %50 = trunc i128 %e to i64
;   %51 = lshr i128 %e, 64
;   %52 = trunc i128 %51 to i64
;   notail call void @__fz_tell.__sanitizer_cov_trace_const_cmp8(i64 3, i64 %50) #3, !nosanitize !3
;   notail call void @__fz_tell.__sanitizer_cov_trace_const_cmp8(i64 0, i64 %52) #3, !nosanitize !3
;   br label %19
;
; 53:                                               ; preds = %11
;   notail call void @__fz_tell.__sanitizer_cov_trace_const_cmp8(i64 3, i64 %d) #3, !nosanitize !3
;   br label %15
;
; 54:                                               ; preds = %7
;   notail call void @__fz_tell.__sanitizer_cov_trace_cmp4(i32 zeroext %c, i32 zeroext %c) #3, !nosanitize !3
;   br label %11
;
; 55:                                               ; preds = %3
;   notail call void @__fz_tell.__sanitizer_cov_trace_const_cmp2(i16 zeroext 7, i16 zeroext %b) #3, !nosanitize !3
;   br label %7
;
; 56:                                               ; preds = %0
;   notail call void @__fz_tell.__sanitizer_cov_trace_const_cmp1(i8 zeroext 9, i8 zeroext %a) #3, !nosanitize !3
;   br label %3
; }
;
; ; Function Attrs: disable_sanitizer_instrumentation noinline nounwind
; define linkonce_odr hidden void @__fz_tell.__sanitizer_cov_trace_cmp8(i64 %0, i64 %1) #1 comdat {
;   %3 = icmp ne ptr @__sanitizer_cov_trace_cmp8, null
;   br i1 %3, label %4, label %5
;
; 4:                                                ; preds = %2
;   musttail call void @__sanitizer_cov_trace_cmp8(i64 %0, i64 %1)
;   ret void
;
; 5:                                                ; preds = %2
;   ret void
; }
;
; declare extern_weak void @__sanitizer_cov_trace_cmp8(i64, i64)
;
; ; Function Attrs: disable_sanitizer_instrumentation noinline nounwind
; define linkonce_odr hidden void @__fz_tell.__sanitizer_cov_trace_const_cmp8(i64 %0, i64 %1) #1 comdat {
;   %3 = icmp ne ptr @__sanitizer_cov_trace_const_cmp8, null
;   br i1 %3, label %4, label %5
;
; 4:                                                ; preds = %2
;   musttail call void @__sanitizer_cov_trace_const_cmp8(i64 %0, i64 %1)
;   ret void
;
; 5:                                                ; preds = %2
;   ret void
; }
;
; declare extern_weak void @__sanitizer_cov_trace_const_cmp8(i64, i64)
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
; ; Function Attrs: disable_sanitizer_instrumentation noinline nounwind
; define linkonce_odr hidden void @__fz_tell.__sanitizer_cov_trace_cmp4(i32 zeroext %0, i32 zeroext %1) #1 comdat {
;   %3 = icmp ne ptr @__sanitizer_cov_trace_cmp4, null
;   br i1 %3, label %4, label %5
;
; 4:                                                ; preds = %2
;   musttail call void @__sanitizer_cov_trace_cmp4(i32 zeroext %0, i32 zeroext %1)
;   ret void
;
; 5:                                                ; preds = %2
;   ret void
; }
;
; declare extern_weak void @__sanitizer_cov_trace_cmp4(i32, i32)
;
; ; Function Attrs: disable_sanitizer_instrumentation noinline nounwind
; define linkonce_odr hidden void @__fz_tell.__sanitizer_cov_trace_const_cmp2(i16 zeroext %0, i16 zeroext %1) #1 comdat {
;   %3 = icmp ne ptr @__sanitizer_cov_trace_const_cmp2, null
;   br i1 %3, label %4, label %5
;
; 4:                                                ; preds = %2
;   musttail call void @__sanitizer_cov_trace_const_cmp2(i16 zeroext %0, i16 zeroext %1)
;   ret void
;
; 5:                                                ; preds = %2
;   ret void
; }
;
; declare extern_weak void @__sanitizer_cov_trace_const_cmp2(i16, i16)
;
; ; Function Attrs: disable_sanitizer_instrumentation noinline nounwind
; define linkonce_odr hidden void @__fz_tell.__sanitizer_cov_trace_const_cmp1(i8 zeroext %0, i8 zeroext %1) #1 comdat {
;   %3 = icmp ne ptr @__sanitizer_cov_trace_const_cmp1, null
;   br i1 %3, label %4, label %5
;
; 4:                                                ; preds = %2
;   musttail call void @__sanitizer_cov_trace_const_cmp1(i8 zeroext %0, i8 zeroext %1)
;   ret void
;
; 5:                                                ; preds = %2
;   ret void
; }
;
; declare extern_weak void @__sanitizer_cov_trace_const_cmp1(i8, i8)
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
; !fz.facts = !{!0, !1, !2}
;
; !0 = !{!"done:sites", !"9"}
; !1 = !{!"done:compares", !"8"}
; !2 = !{!"skipped:compares:untold", !"1"}
; !3 = !{}
; !4 = !{!"branch_weights", i32 9, i32 1}
