;; Divisors, indices, minima and switches, whose cases are sorted.
; pipeline: sites<records=off;indices=on>,compares<form=trace>
; hide: constructor, target
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
; $__fz_tell.__sanitizer_cov_trace_switch = comdat any
;
; $__fz_tell.__sanitizer_cov_trace_const_cmp4 = comdat any
;
; $__fz_tell.__sanitizer_cov_trace_gep = comdat any
;
; $__fz_tell.__sanitizer_cov_trace_div8 = comdat any
;
; $__fz_tell.__sanitizer_cov_trace_div4 = comdat any
;
; $__fz_compares_on = comdat any
;
; @__fz_cases = private unnamed_addr constant [5 x i64] [i64 3, i64 32, i64 7, i64 300, i64 4294967295]
; @__fz_compares_on = linkonce_odr hidden global i8 0, comdat
;
; ; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
; declare i32 @llvm.smax.i32(i32, i32) #0
;
; define i32 @f(i32 noundef %x, i16 noundef %y, i64 noundef %z, i128 noundef %w, ptr noundef %p) #1 {
;   %1 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !3
;   %2 = icmp ne i8 %1, 0
;   br i1 %2, label %27, label %3, !prof !4, !nosanitize !3
;
; 3:                                                ; preds = %27, %0
;   %4 = sdiv i16 %y, %y
;   %5 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !3
;   %6 = icmp ne i8 %5, 0
;   br i1 %6, label %26, label %7, !prof !4, !nosanitize !3
;
; 7:                                                ; preds = %26, %3
;   %8 = urem i64 %z, %z
;   %9 = udiv i128 %w, %w
;   %10 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !3
;   %11 = icmp ne i8 %10, 0
;   br i1 %11, label %24, label %12, !prof !4, !nosanitize !3
;
; 12:                                               ; preds = %24, %7
;   %13 = getelementptr i32, ptr %p, i32 %x
;   %14 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !3
;   %15 = icmp ne i8 %14, 0
;   br i1 %15, label %23, label %16, !prof !4, !nosanitize !3
;
; 16:                                               ; preds = %23, %12
;   %17 = call i32 @llvm.smax.i32(i32 %x, i32 5)
;   %18 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !3
;   %19 = icmp ne i8 %18, 0
;   br i1 %19, label %21, label %20, !prof !4, !nosanitize !3
;
; 20:                                               ; preds = %21, %16
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
;   notail call void @__fz_tell.__sanitizer_cov_trace_switch(i64 %22, ptr @__fz_cases) #4, !nosanitize !3
;   br label %20
;
; 23:                                               ; preds = %12
;   notail call void @__fz_tell.__sanitizer_cov_trace_const_cmp4(i32 zeroext 5, i32 zeroext %x) #4, !nosanitize !3
;   br label %16
;
; 24:                                               ; preds = %7
;   %25 = sext i32 %x to i64
;   notail call void @__fz_tell.__sanitizer_cov_trace_gep(i64 %25) #4, !nosanitize !3
;   br label %12
;
; 26:                                               ; preds = %3
;   notail call void @__fz_tell.__sanitizer_cov_trace_div8(i64 %z) #4, !nosanitize !3
;   br label %7
;
; 27:                                               ; preds = %0
;   %28 = sext i16 %y to i32
;   notail call void @__fz_tell.__sanitizer_cov_trace_div4(i32 zeroext %28) #4, !nosanitize !3
;   br label %3
; }
;
; ; Function Attrs: disable_sanitizer_instrumentation noinline nounwind
; define linkonce_odr hidden void @__fz_tell.__sanitizer_cov_trace_switch(i64 %0, ptr %1) #2 comdat {
;   %3 = icmp ne ptr @__sanitizer_cov_trace_switch, null
;   br i1 %3, label %4, label %5
;
; 4:                                                ; preds = %2
;   musttail call void @__sanitizer_cov_trace_switch(i64 %0, ptr %1)
;   ret void
;
; 5:                                                ; preds = %2
;   ret void
; }
;
; declare extern_weak void @__sanitizer_cov_trace_switch(i64, ptr)
;
; ; Function Attrs: disable_sanitizer_instrumentation noinline nounwind
; define linkonce_odr hidden void @__fz_tell.__sanitizer_cov_trace_const_cmp4(i32 zeroext %0, i32 zeroext %1) #2 comdat {
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
; define linkonce_odr hidden void @__fz_tell.__sanitizer_cov_trace_gep(i64 %0) #2 comdat {
;   %2 = icmp ne ptr @__sanitizer_cov_trace_gep, null
;   br i1 %2, label %3, label %4
;
; 3:                                                ; preds = %1
;   musttail call void @__sanitizer_cov_trace_gep(i64 %0)
;   ret void
;
; 4:                                                ; preds = %1
;   ret void
; }
;
; declare extern_weak void @__sanitizer_cov_trace_gep(i64)
;
; ; Function Attrs: disable_sanitizer_instrumentation noinline nounwind
; define linkonce_odr hidden void @__fz_tell.__sanitizer_cov_trace_div8(i64 %0) #2 comdat {
;   %2 = icmp ne ptr @__sanitizer_cov_trace_div8, null
;   br i1 %2, label %3, label %4
;
; 3:                                                ; preds = %1
;   musttail call void @__sanitizer_cov_trace_div8(i64 %0)
;   ret void
;
; 4:                                                ; preds = %1
;   ret void
; }
;
; declare extern_weak void @__sanitizer_cov_trace_div8(i64)
;
; ; Function Attrs: disable_sanitizer_instrumentation noinline nounwind
; define linkonce_odr hidden void @__fz_tell.__sanitizer_cov_trace_div4(i32 zeroext %0) #2 comdat {
;   %2 = icmp ne ptr @__sanitizer_cov_trace_div4, null
;   br i1 %2, label %3, label %4
;
; 3:                                                ; preds = %1
;   musttail call void @__sanitizer_cov_trace_div4(i32 zeroext %0)
;   ret void
;
; 4:                                                ; preds = %1
;   ret void
; }
;
; declare extern_weak void @__sanitizer_cov_trace_div4(i32)
;
; declare extern_weak void @__sanitizer_cov_trace_cmp1(i8, i8)
;
; attributes #0 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
; attributes #1 = { "fz-sites" }
; attributes #2 = { disable_sanitizer_instrumentation noinline nounwind }
; attributes #3 = { disable_sanitizer_instrumentation nounwind }
; attributes #4 = { nomerge nounwind }
;
; !fz.facts = !{!0, !1, !2}
;
; !0 = !{!"done:sites", !"6"}
; !1 = !{!"done:compares", !"5"}
; !2 = !{!"skipped:compares:untold", !"1"}
; !3 = !{}
; !4 = !{!"branch_weights", i32 9, i32 1}
