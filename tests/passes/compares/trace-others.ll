; Divisors, indices, minima and switches, whose cases are sorted.
; pipeline: sites<records=off;indices=on>,compares<form=trace>
target triple = "x86_64-pc-linux-gnu"
declare i32 @llvm.smax.i32(i32, i32)

define i32 @f(i32 noundef %x, i16 noundef %y, i64 noundef %z, i128 noundef %w, ptr noundef %p) {
  %1 = sdiv i16 %y, %y
  %2 = urem i64 %z, %z
  %3 = udiv i128 %w, %w
  %4 = getelementptr i32, ptr %p, i32 %x
  %5 = call i32 @llvm.smax.i32(i32 %x, i32 5)
  switch i32 %x, label %default [
    i32 300, label %other
    i32 -1, label %other
    i32 7, label %default
  ]
default:
  ret i32 0
other:
  ret i32 1
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; $__fz_register_compares = comdat any
;
; $__fz_compares_on = comdat any
;
; @__fz_cases = private unnamed_addr constant [5 x i64] [i64 3, i64 32, i64 7, i64 300, i64 4294967295]
; @__fz_compares_on = linkonce_odr hidden global i8 0, comdat
; @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 2, ptr @__fz_register_compares, ptr @__fz_register_compares }]
;
; ; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
; declare i32 @llvm.smax.i32(i32, i32) #0
;
; define i32 @f(i32 noundef %x, i16 noundef %y, i64 noundef %z, i128 noundef %w, ptr noundef %p) #1 {
;   %1 = load i8, ptr @__fz_compares_on, align 1, !nosanitize !3
;   %2 = icmp ne i8 %1, 0
;   br i1 %2, label %35, label %3, !prof !4, !nosanitize !3
;
; 3:                                                ; preds = %38, %35, %0
;   %4 = sdiv i16 %y, %y
;   %5 = load i8, ptr @__fz_compares_on, align 1, !nosanitize !3
;   %6 = icmp ne i8 %5, 0
;   br i1 %6, label %32, label %7, !prof !4, !nosanitize !3
;
; 7:                                                ; preds = %34, %32, %3
;   %8 = urem i64 %z, %z
;   %9 = udiv i128 %w, %w
;   %10 = load i8, ptr @__fz_compares_on, align 1, !nosanitize !3
;   %11 = icmp ne i8 %10, 0
;   br i1 %11, label %28, label %12, !prof !4, !nosanitize !3
;
; 12:                                               ; preds = %31, %28, %7
;   %13 = getelementptr i32, ptr %p, i32 %x
;   %14 = load i8, ptr @__fz_compares_on, align 1, !nosanitize !3
;   %15 = icmp ne i8 %14, 0
;   br i1 %15, label %25, label %16, !prof !4, !nosanitize !3
;
; 16:                                               ; preds = %27, %25, %12
;   %17 = call i32 @llvm.smax.i32(i32 %x, i32 5)
;   %18 = load i8, ptr @__fz_compares_on, align 1, !nosanitize !3
;   %19 = icmp ne i8 %18, 0
;   br i1 %19, label %21, label %20, !prof !4, !nosanitize !3
;
; 20:                                               ; preds = %24, %21, %16
;   switch i32 %x, label %default [
;     i32 300, label %other
;     i32 -1, label %other
;     i32 7, label %default
;   ]
;
; default:                                          ; preds = %20, %20
;   ret i32 0
;
; other:                                            ; preds = %20, %20
;   ret i32 1
;
; 21:                                               ; preds = %16
;   %22 = zext i32 %x to i64
;   %23 = icmp eq ptr @__sanitizer_cov_trace_switch, null
;   br i1 %23, label %20, label %24, !nosanitize !3
;
; 24:                                               ; preds = %21
;   notail call void @__sanitizer_cov_trace_switch(i64 %22, ptr @__fz_cases) #3, !nosanitize !3
;   br label %20
;
; 25:                                               ; preds = %12
;   %26 = icmp eq ptr @__sanitizer_cov_trace_const_cmp4, null
;   br i1 %26, label %16, label %27, !nosanitize !3
;
; 27:                                               ; preds = %25
;   notail call void @__sanitizer_cov_trace_const_cmp4(i32 zeroext 5, i32 zeroext %x) #3, !nosanitize !3
;   br label %16
;
; 28:                                               ; preds = %7
;   %29 = sext i32 %x to i64
;   %30 = icmp eq ptr @__sanitizer_cov_trace_gep, null
;   br i1 %30, label %12, label %31, !nosanitize !3
;
; 31:                                               ; preds = %28
;   notail call void @__sanitizer_cov_trace_gep(i64 %29) #3, !nosanitize !3
;   br label %12
;
; 32:                                               ; preds = %3
;   %33 = icmp eq ptr @__sanitizer_cov_trace_div8, null
;   br i1 %33, label %7, label %34, !nosanitize !3
;
; 34:                                               ; preds = %32
;   notail call void @__sanitizer_cov_trace_div8(i64 %z) #3, !nosanitize !3
;   br label %7
;
; 35:                                               ; preds = %0
;   %36 = sext i16 %y to i32
;   %37 = icmp eq ptr @__sanitizer_cov_trace_div4, null
;   br i1 %37, label %3, label %38, !nosanitize !3
;
; 38:                                               ; preds = %35
;   notail call void @__sanitizer_cov_trace_div4(i32 zeroext %36) #3, !nosanitize !3
;   br label %3
; }
;
; declare extern_weak void @__sanitizer_cov_trace_switch(i64, ptr)
;
; declare extern_weak void @__sanitizer_cov_trace_const_cmp4(i32, i32)
;
; declare extern_weak void @__sanitizer_cov_trace_gep(i64)
;
; declare extern_weak void @__sanitizer_cov_trace_div8(i64)
;
; declare extern_weak void @__sanitizer_cov_trace_div4(i32)
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
; declare extern_weak void @__sanitizer_cov_trace_cmp1()
;
; attributes #0 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
; attributes #1 = { "fz-sites" }
; attributes #2 = { disable_sanitizer_instrumentation nounwind }
; attributes #3 = { nomerge nounwind }
;
; !fz.facts = !{!0, !1, !2}
;
; !0 = !{!"done:sites", !"6"}
; !1 = !{!"done:compares", !"5"}
; !2 = !{!"left:compares:untold", !"1"}
; !3 = !{}
; !4 = !{!"branch_weights", i32 1, i32 1048575}
