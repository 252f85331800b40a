; A site tells Angora of itself while the image's word holds its id. Numbers are extended by zeros; floating-point ones are
; numbered in their order; vectors, and more than 64 bits, are left alone.
; pipeline: sites<records=off;addresses=on;truths=on>,compares<form=angora;gate=closed>
source_filename = "a.c"
target triple = "x86_64-pc-linux-gnu"

define void @f(i8 %a, i16 noundef %b, i64 noundef %c, i128 noundef %d, float noundef %e, double %g, x86_fp80 noundef %h, ptr noundef %p, ptr noundef %q, <2 x i32> noundef %v) {
  %1 = icmp ugt i8 %a, 9
  %2 = icmp ne i16 -7, %b
  %3 = icmp sle i64 %c, -3
  %4 = icmp eq i128 %d, 3
  %5 = fcmp ult float %e, 1.5
  %6 = fcmp une double %g, 0.0
  %7 = fcmp olt x86_fp80 %h, %h
  %8 = icmp ult ptr %p, %q
  %9 = icmp eq <2 x i32> %v, zeroinitializer
  ret void
}

; A local function's ids have the source in them.
define internal i32 @g(i32 noundef %x, i1 noundef %t) {
  %m = call i32 @llvm.smax.i32(i32 %x, i32 5)
  br i1 %t, label %one, label %other
one:
  ret i32 %m
other:
  ret i32 0
}
define i32 @h(i32 noundef %x, i1 noundef %t) {
  %1 = call i32 @g(i32 %x, i1 %t)
  ret i32 %1
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; $__fz_tell.__angora_trace_cmp = comdat any
;
; $__fz_register_compares_angora = comdat any
;
; $__fz_angora_told = comdat any
;
; @__fz_angora_told = linkonce_odr hidden global i32 0, comdat
; @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 2, ptr @__fz_register_compares_angora, ptr @__fz_register_compares_angora }]
;
; define void @f(i8 %a, i16 noundef %b, i64 noundef %c, i128 noundef %d, float noundef %e, double %g, x86_fp80 noundef %h, ptr noundef %p, ptr noundef %q, <2 x i32> noundef %v) #0 {
;   %1 = load i32, ptr @__fz_angora_told, align 1, !nosanitize !3
;   %2 = icmp eq i32 %1, 1389634257
;   br i1 %2, label %71, label %3, !prof !4, !nosanitize !3
;
; 3:                                                ; preds = %71, %0
;   %4 = icmp ugt i8 %a, 9
;   %5 = load i32, ptr @__fz_angora_told, align 1, !nosanitize !3
;   %6 = icmp eq i32 %5, 44557248
;   br i1 %6, label %67, label %7, !prof !4, !nosanitize !3
;
; 7:                                                ; preds = %67, %3
;   %8 = icmp ne i16 -7, %b
;   %9 = load i32, ptr @__fz_angora_told, align 1, !nosanitize !3
;   %10 = icmp eq i32 %9, -215179021
;   br i1 %10, label %64, label %11, !prof !4, !nosanitize !3
;
; 11:                                               ; preds = %64, %7
;   %12 = icmp sle i64 %c, -3
;   %13 = icmp eq i128 %d, 3
;   %14 = load i32, ptr @__fz_angora_told, align 1, !nosanitize !3
;   %15 = icmp eq i32 %14, -1819992299
;   br i1 %15, label %48, label %16, !prof !4, !nosanitize !3
;
; 16:                                               ; preds = %48, %11
;   %17 = fcmp ult float %e, 1.500000e+00
;   %18 = load i32, ptr @__fz_angora_told, align 1, !nosanitize !3
;   %19 = icmp eq i32 %18, 1129897988
;   br i1 %19, label %33, label %20, !prof !4, !nosanitize !3
;
; 20:                                               ; preds = %33, %16
;   %21 = fcmp une double %g, 0.000000e+00
;   %22 = fcmp olt x86_fp80 %h, %h
;   %23 = load i32, ptr @__fz_angora_told, align 1, !nosanitize !3
;   %24 = icmp eq i32 %23, -474915290
;   br i1 %24, label %28, label %25, !prof !4, !nosanitize !3
;
; 25:                                               ; preds = %28, %20
;   %26 = icmp ult ptr %p, %q
;   %27 = icmp eq <2 x i32> %v, zeroinitializer
;   ret void
;
; 28:                                               ; preds = %20
;   %29 = ptrtoint ptr %p to i64
;   %30 = ptrtoint ptr %q to i64
;   %31 = icmp ult i64 %29, %30
;   %32 = zext i1 %31 to i32
;   notail call void @__fz_tell.__angora_trace_cmp(i32 zeroext %32, i32 zeroext -474915290, i32 zeroext 0, i64 %29, i64 %30) #4, !nosanitize !3
;   br label %25
;
; 33:                                               ; preds = %16
;   %34 = freeze double %g
;   %35 = fcmp une double %34, 0.000000e+00
;   %36 = bitcast double %34 to i64
;   %37 = icmp eq i64 %36, -9223372036854775808
;   %38 = select i1 %37, i64 0, i64 %36
;   %39 = or i64 %38, 0
;   %40 = icmp slt i64 %39, 0
;   %41 = select i1 %40, i64 -9223372036854775808, i64 0
;   %42 = ashr i64 %38, 63
;   %43 = or i64 %42, %41
;   %44 = xor i64 %38, %43
;   %45 = or i64 0, %41
;   %46 = xor i64 0, %45
;   %47 = zext i1 %35 to i32
;   notail call void @__fz_tell.__angora_trace_cmp(i32 zeroext %47, i32 zeroext 1129897988, i32 zeroext 0, i64 %44, i64 %46) #4, !nosanitize !3
;   br label %20
;
; 48:                                               ; preds = %11
;   %49 = fcmp olt float %e, 1.500000e+00
;   %50 = bitcast float %e to i32
;   %51 = icmp eq i32 %50, -2147483648
;   %52 = select i1 %51, i32 0, i32 %50
;   %53 = or i32 %52, 1069547520
;   %54 = icmp slt i32 %53, 0
;   %55 = select i1 %54, i32 -2147483648, i32 0
;   %56 = ashr i32 %52, 31
;   %57 = or i32 %56, %55
;   %58 = xor i32 %52, %57
;   %59 = or i32 0, %55
;   %60 = xor i32 1069547520, %59
;   %61 = zext i1 %49 to i32
;   %62 = zext i32 %58 to i64
;   %63 = zext i32 %60 to i64
;   notail call void @__fz_tell.__angora_trace_cmp(i32 zeroext %61, i32 zeroext -1819992299, i32 zeroext 0, i64 %62, i64 %63) #4, !nosanitize !3
;   br label %16
;
; 64:                                               ; preds = %7
;   %65 = icmp sle i64 %c, -3
;   %66 = zext i1 %65 to i32
;   notail call void @__fz_tell.__angora_trace_cmp(i32 zeroext %66, i32 zeroext -215179021, i32 zeroext 0, i64 %c, i64 -3) #4, !nosanitize !3
;   br label %11
;
; 67:                                               ; preds = %3
;   %68 = icmp ne i16 -7, %b
;   %69 = zext i1 %68 to i32
;   %70 = zext i16 %b to i64
;   notail call void @__fz_tell.__angora_trace_cmp(i32 zeroext %69, i32 zeroext 44557248, i32 zeroext 0, i64 65529, i64 %70) #4, !nosanitize !3
;   br label %7
;
; 71:                                               ; preds = %0
;   %72 = freeze i8 %a
;   %73 = icmp ugt i8 %72, 9
;   %74 = zext i1 %73 to i32
;   %75 = zext i8 %72 to i64
;   notail call void @__fz_tell.__angora_trace_cmp(i32 zeroext %74, i32 zeroext 1389634257, i32 zeroext 0, i64 %75, i64 9) #4, !nosanitize !3
;   br label %3
; }
;
; define internal i32 @g(i32 noundef %x, i1 noundef %t) #0 {
;   %1 = load i32, ptr @__fz_angora_told, align 1, !nosanitize !3
;   %2 = icmp eq i32 %1, -52762122
;   br i1 %2, label %10, label %3, !prof !4, !nosanitize !3
;
; 3:                                                ; preds = %10, %0
;   %m = call i32 @llvm.smax.i32(i32 %x, i32 5)
;   %4 = load i32, ptr @__fz_angora_told, align 1, !nosanitize !3
;   %5 = icmp eq i32 %4, 1292314887
;   br i1 %5, label %7, label %6, !prof !4, !nosanitize !3
;
; 6:                                                ; preds = %7, %3
;   br i1 %t, label %one, label %other
;
; one:                                              ; preds = %6
;   ret i32 %m
;
; other:                                            ; preds = %6
;   ret i32 0
;
; 7:                                                ; preds = %3
;   %8 = zext i1 %t to i32
;   %9 = zext i1 %t to i64
;   notail call void @__fz_tell.__angora_trace_cmp(i32 zeroext %8, i32 zeroext 1292314887, i32 zeroext 0, i64 %9, i64 1) #4, !nosanitize !3
;   br label %6
;
; 10:                                               ; preds = %0
;   %11 = icmp sgt i32 %x, 5
;   %12 = zext i1 %11 to i32
;   %13 = zext i32 %x to i64
;   notail call void @__fz_tell.__angora_trace_cmp(i32 zeroext %12, i32 zeroext -52762122, i32 zeroext 0, i64 %13, i64 5) #4, !nosanitize !3
;   br label %3
; }
;
; define i32 @h(i32 noundef %x, i1 noundef %t) #0 {
;   %1 = call i32 @g(i32 %x, i1 %t)
;   ret i32 %1
; }
;
; ; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
; declare i32 @llvm.smax.i32(i32, i32) #1
;
; ; Function Attrs: disable_sanitizer_instrumentation noinline nounwind
; define linkonce_odr hidden void @__fz_tell.__angora_trace_cmp(i32 zeroext %0, i32 zeroext %1, i32 zeroext %2, i64 %3, i64 %4) #2 comdat {
;   %6 = icmp ne ptr @__angora_trace_cmp, null
;   br i1 %6, label %7, label %8
;
; 7:                                                ; preds = %5
;   musttail call void @__angora_trace_cmp(i32 zeroext %0, i32 zeroext %1, i32 zeroext %2, i64 %3, i64 %4)
;   ret void
;
; 8:                                                ; preds = %5
;   ret void
; }
;
; declare extern_weak void @__angora_trace_cmp(i32, i32, i32, i64, i64)
;
; ; Function Attrs: disable_sanitizer_instrumentation nounwind
; define linkonce_odr hidden void @__fz_register_compares_angora() #3 comdat {
;   %1 = icmp ne ptr @__fz_angora_init, null
;   br i1 %1, label %2, label %3
;
; 2:                                                ; preds = %0
;   call void @__fz_angora_init(ptr @__fz_angora_told, ptr getelementptr (i8, ptr @__fz_angora_told, i64 4))
;   br label %4
;
; 3:                                                ; preds = %0
;   br label %4
;
; 4:                                                ; preds = %3, %2
;   ret void
; }
;
; declare extern_weak void @__fz_angora_init(ptr, ptr)
;
; attributes #0 = { "fz-sites" }
; attributes #1 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
; attributes #2 = { disable_sanitizer_instrumentation noinline nounwind }
; attributes #3 = { disable_sanitizer_instrumentation nounwind }
; attributes #4 = { nomerge nounwind }
;
; !fz.facts = !{!0, !1, !2}
;
; !0 = !{!"done:sites", !"11"}
; !1 = !{!"done:compares", !"8"}
; !2 = !{!"left:compares:untold", !"3"}
; !3 = !{}
; !4 = !{!"branch_weights", i32 1, i32 1048575}
