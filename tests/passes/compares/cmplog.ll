;; The same for AFL++: each with its attribute, as wide as it is.
; pipeline: sites<records=off>,compares<form=cmplog>
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
; $__fz_tell.__cmplog_ins_hookN = comdat any
;
; $__fz_tell.__cmplog_ins_hook8 = comdat any
;
; $__fz_tell.__cmplog_ins_hook4 = comdat any
;
; $__fz_tell.__cmplog_ins_hook16 = comdat any
;
; $__fz_tell.__cmplog_ins_hook2 = comdat any
;
; $__fz_tell.__cmplog_ins_hook1 = comdat any
;
; $__fz_register_compares_cmplog = comdat any
;
; $__fz_compares_on = comdat any
;
; @__fz_compares_on = linkonce_odr hidden global i8 0, comdat
; @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 2, ptr @__fz_register_compares_cmplog, ptr @__fz_register_compares_cmplog }]
;
; define void @f(i8 %a, i16 noundef %b, i32 noundef %c, i64 %d, i128 noundef %e, i24 noundef %g, double noundef %h, x86_fp80 noundef %i) #0 {
;   %1 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !2
;   %2 = icmp ne i8 %1, 0
;   br i1 %2, label %52, label %3, !prof !3, !nosanitize !2
;
; 3:                                                ; preds = %52, %0
;   %4 = icmp ugt i8 %a, 9
;   %5 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !2
;   %6 = icmp ne i8 %5, 0
;   br i1 %6, label %51, label %7, !prof !3, !nosanitize !2
;
; 7:                                                ; preds = %51, %3
;   %8 = icmp ne i16 7, %b
;   %9 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !2
;   %10 = icmp ne i8 %9, 0
;   br i1 %10, label %50, label %11, !prof !3, !nosanitize !2
;
; 11:                                               ; preds = %50, %7
;   %12 = icmp slt i32 %c, %c
;   %13 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !2
;   %14 = icmp ne i8 %13, 0
;   br i1 %14, label %49, label %15, !prof !3, !nosanitize !2
;
; 15:                                               ; preds = %49, %11
;   %16 = icmp eq i64 %d, 3
;   %17 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !2
;   %18 = icmp ne i8 %17, 0
;   br i1 %18, label %48, label %19, !prof !3, !nosanitize !2
;
; 19:                                               ; preds = %48, %15
;   %20 = icmp eq i128 %e, 3
;   %21 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !2
;   %22 = icmp ne i8 %21, 0
;   br i1 %22, label %46, label %23, !prof !3, !nosanitize !2
;
; 23:                                               ; preds = %46, %19
;   %24 = icmp sgt i24 %g, -9
;   %25 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !2
;   %26 = icmp ne i8 %25, 0
;   br i1 %26, label %44, label %27, !prof !3, !nosanitize !2
;
; 27:                                               ; preds = %44, %23
;   %28 = fcmp olt double %h, 1.500000e+00
;   %29 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !2
;   %30 = icmp ne i8 %29, 0
;   br i1 %30, label %42, label %31, !prof !3, !nosanitize !2
;
; 31:                                               ; preds = %42, %27
;   %32 = fcmp uno double %h, 0.000000e+00
;   %33 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !2
;   %34 = icmp ne i8 %33, 0
;   br i1 %34, label %37, label %35, !prof !3, !nosanitize !2
;
; 35:                                               ; preds = %37, %31
;   %36 = fcmp olt x86_fp80 %i, %i
;   ret void
;
; 37:                                               ; preds = %31
;   %38 = bitcast x86_fp80 %i to i80
;   %39 = bitcast x86_fp80 %i to i80
;   %40 = zext i80 %38 to i128
;   %41 = zext i80 %39 to i128
;   notail call void @__fz_tell.__cmplog_ins_hookN(i128 %40, i128 %41, i8 zeroext 12, i8 zeroext 9) #3, !nosanitize !2
;   br label %35
;
; 42:                                               ; preds = %27
;   %43 = bitcast double %h to i64
;   notail call void @__fz_tell.__cmplog_ins_hook8(i64 %43, i64 0, i8 zeroext 8) #3, !nosanitize !2
;   br label %31
;
; 44:                                               ; preds = %23
;   %45 = bitcast double %h to i64
;   notail call void @__fz_tell.__cmplog_ins_hook8(i64 %45, i64 4609434218613702656, i8 zeroext 12) #3, !nosanitize !2
;   br label %27
;
; 46:                                               ; preds = %19
;   %47 = sext i24 %g to i32
;   notail call void @__fz_tell.__cmplog_ins_hook4(i32 zeroext %47, i32 zeroext -9, i8 zeroext 2) #3, !nosanitize !2
;   br label %23
;
; 48:                                               ; preds = %15
;   notail call void @__fz_tell.__cmplog_ins_hook16(i128 %e, i128 3, i8 zeroext 1) #3, !nosanitize !2
;   br label %19
;
; 49:                                               ; preds = %11
;   notail call void @__fz_tell.__cmplog_ins_hook8(i64 %d, i64 3, i8 zeroext 1) #3, !nosanitize !2
;   br label %15
;
; 50:                                               ; preds = %7
;   notail call void @__fz_tell.__cmplog_ins_hook4(i32 zeroext %c, i32 zeroext %c, i8 zeroext 4) #3, !nosanitize !2
;   br label %11
;
; 51:                                               ; preds = %3
;   notail call void @__fz_tell.__cmplog_ins_hook2(i16 zeroext 7, i16 zeroext %b, i8 zeroext 0) #3, !nosanitize !2
;   br label %7
;
; 52:                                               ; preds = %0
;   notail call void @__fz_tell.__cmplog_ins_hook1(i8 zeroext %a, i8 zeroext 9, i8 zeroext 2) #3, !nosanitize !2
;   br label %3
; }
;
; ; Function Attrs: disable_sanitizer_instrumentation noinline nounwind
; define linkonce_odr hidden void @__fz_tell.__cmplog_ins_hookN(i128 %0, i128 %1, i8 zeroext %2, i8 zeroext %3) #1 comdat {
;   %5 = icmp ne ptr @__cmplog_ins_hookN, null
;   br i1 %5, label %6, label %7
;
; 6:                                                ; preds = %4
;   musttail call void @__cmplog_ins_hookN(i128 %0, i128 %1, i8 zeroext %2, i8 zeroext %3)
;   ret void
;
; 7:                                                ; preds = %4
;   ret void
; }
;
; declare extern_weak void @__cmplog_ins_hookN(i128, i128, i8, i8)
;
; ; Function Attrs: disable_sanitizer_instrumentation noinline nounwind
; define linkonce_odr hidden void @__fz_tell.__cmplog_ins_hook8(i64 %0, i64 %1, i8 zeroext %2) #1 comdat {
;   %4 = icmp ne ptr @__cmplog_ins_hook8, null
;   br i1 %4, label %5, label %6
;
; 5:                                                ; preds = %3
;   musttail call void @__cmplog_ins_hook8(i64 %0, i64 %1, i8 zeroext %2)
;   ret void
;
; 6:                                                ; preds = %3
;   ret void
; }
;
; declare extern_weak void @__cmplog_ins_hook8(i64, i64, i8)
;
; ; Function Attrs: disable_sanitizer_instrumentation noinline nounwind
; define linkonce_odr hidden void @__fz_tell.__cmplog_ins_hook4(i32 zeroext %0, i32 zeroext %1, i8 zeroext %2) #1 comdat {
;   %4 = icmp ne ptr @__cmplog_ins_hook4, null
;   br i1 %4, label %5, label %6
;
; 5:                                                ; preds = %3
;   musttail call void @__cmplog_ins_hook4(i32 zeroext %0, i32 zeroext %1, i8 zeroext %2)
;   ret void
;
; 6:                                                ; preds = %3
;   ret void
; }
;
; declare extern_weak void @__cmplog_ins_hook4(i32, i32, i8)
;
; ; Function Attrs: disable_sanitizer_instrumentation noinline nounwind
; define linkonce_odr hidden void @__fz_tell.__cmplog_ins_hook16(i128 %0, i128 %1, i8 zeroext %2) #1 comdat {
;   %4 = icmp ne ptr @__cmplog_ins_hook16, null
;   br i1 %4, label %5, label %6
;
; 5:                                                ; preds = %3
;   musttail call void @__cmplog_ins_hook16(i128 %0, i128 %1, i8 zeroext %2)
;   ret void
;
; 6:                                                ; preds = %3
;   ret void
; }
;
; declare extern_weak void @__cmplog_ins_hook16(i128, i128, i8)
;
; ; Function Attrs: disable_sanitizer_instrumentation noinline nounwind
; define linkonce_odr hidden void @__fz_tell.__cmplog_ins_hook2(i16 zeroext %0, i16 zeroext %1, i8 zeroext %2) #1 comdat {
;   %4 = icmp ne ptr @__cmplog_ins_hook2, null
;   br i1 %4, label %5, label %6
;
; 5:                                                ; preds = %3
;   musttail call void @__cmplog_ins_hook2(i16 zeroext %0, i16 zeroext %1, i8 zeroext %2)
;   ret void
;
; 6:                                                ; preds = %3
;   ret void
; }
;
; declare extern_weak void @__cmplog_ins_hook2(i16, i16, i8)
;
; ; Function Attrs: disable_sanitizer_instrumentation noinline nounwind
; define linkonce_odr hidden void @__fz_tell.__cmplog_ins_hook1(i8 zeroext %0, i8 zeroext %1, i8 zeroext %2) #1 comdat {
;   %4 = icmp ne ptr @__cmplog_ins_hook1, null
;   br i1 %4, label %5, label %6
;
; 5:                                                ; preds = %3
;   musttail call void @__cmplog_ins_hook1(i8 zeroext %0, i8 zeroext %1, i8 zeroext %2)
;   ret void
;
; 6:                                                ; preds = %3
;   ret void
; }
;
; declare extern_weak void @__cmplog_ins_hook1(i8, i8, i8)
;
; ; Function Attrs: disable_sanitizer_instrumentation nounwind
; define linkonce_odr hidden void @__fz_register_compares_cmplog() #2 comdat {
;   %1 = icmp ne ptr @__fz_compares_init, null
;   br i1 %1, label %2, label %3
;
; 2:                                                ; preds = %0
;   call void @__fz_compares_init(ptr @__fz_compares_on, ptr getelementptr (i8, ptr @__fz_compares_on, i64 1))
;   br label %3
;
; 3:                                                ; preds = %2, %0
;   ret void
; }
;
; declare extern_weak void @__fz_compares_init(ptr, ptr)
;
; attributes #0 = { "fz-sites" }
; attributes #1 = { disable_sanitizer_instrumentation noinline nounwind }
; attributes #2 = { disable_sanitizer_instrumentation nounwind }
; attributes #3 = { nomerge nounwind }
;
; !fz.facts = !{!0, !1}
;
; !0 = !{!"done:sites", !"9"}
; !1 = !{!"done:compares", !"9"}
; !2 = !{}
; !3 = !{!"branch_weights", i32 9, i32 1}
