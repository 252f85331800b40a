;; A site tells Angora of itself while the image's word holds its id. Numbers are extended by zeros; floating-point ones are
;; numbered in their order; vectors, and more than 64 bits, are left alone.
; pipeline: sites<records=off;addresses=on;truths=on>,compares<form=angora;gate=closed>
; hide: helpers, target
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
; $__fz_register_compares_angora = comdat any
;
; $__fz_angora_told = comdat any
;
; @__fz_angora_told = linkonce_odr hidden global i32 0, comdat
; @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 2, ptr @__fz_register_compares_angora, ptr @__fz_register_compares_angora }]
;
; define void @f(i8 %a, i16 noundef %b, i64 noundef %c, i128 noundef %d, float noundef %e, double %g, x86_fp80 noundef %h, ptr noundef %p, ptr noundef %q, <2 x i32> noundef %v) #0 {
;   %1 = load volatile i32, ptr @__fz_angora_told, align 1, !nosanitize !3
;   %2 = icmp eq i32 %1, 1389634257
;   br i1 %2, label %70, label %3, !prof !4, !nosanitize !3
;
; 3:                                                ; preds = %70, %0
;   %4 = icmp ugt i8 %a, 9
;   %5 = load volatile i32, ptr @__fz_angora_told, align 1, !nosanitize !3
;   %6 = icmp eq i32 %5, 44557248
;   br i1 %6, label %66, label %7, !prof !4, !nosanitize !3
;
; 7:                                                ; preds = %66, %3
;   %8 = icmp ne i16 -7, %b
;   %9 = load volatile i32, ptr @__fz_angora_told, align 1, !nosanitize !3
;   %10 = icmp eq i32 %9, -215179021
;   br i1 %10, label %63, label %11, !prof !4, !nosanitize !3
;
; 11:                                               ; preds = %63, %7
;   %12 = icmp sle i64 %c, -3
;   %13 = icmp eq i128 %d, 3
;   %14 = load volatile i32, ptr @__fz_angora_told, align 1, !nosanitize !3
;   %15 = icmp eq i32 %14, -1819992299
;   br i1 %15, label %47, label %16, !prof !4, !nosanitize !3
;
; 16:                                               ; preds = %47, %11
;   %17 = fcmp ult float %e, 1.500000e+00
;   %18 = load volatile i32, ptr @__fz_angora_told, align 1, !nosanitize !3
;   %19 = icmp eq i32 %18, 1129897988
;   br i1 %19, label %33, label %20, !prof !4, !nosanitize !3
;
; 20:                                               ; preds = %33, %16
;   %21 = fcmp une double %g, 0.000000e+00
;   %22 = fcmp olt x86_fp80 %h, %h
;   %23 = load volatile i32, ptr @__fz_angora_told, align 1, !nosanitize !3
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
;   %34 = fcmp une double %g, 0.000000e+00
;   %35 = bitcast double %g to i64
;   %36 = icmp eq i64 %35, -9223372036854775808
;   %37 = select i1 %36, i64 0, i64 %35
;   %38 = or i64 %37, 0
;   %39 = icmp slt i64 %38, 0
;   %40 = select i1 %39, i64 -9223372036854775808, i64 0
;   %41 = ashr i64 %37, 63
;   %42 = or i64 %41, %40
;   %43 = xor i64 %37, %42
;   %44 = or i64 0, %40
;   %45 = xor i64 0, %44
;   %46 = zext i1 %34 to i32
;   notail call void @__fz_tell.__angora_trace_cmp(i32 zeroext %46, i32 zeroext 1129897988, i32 zeroext 0, i64 %43, i64 %45) #4, !nosanitize !3
;   br label %20
;
; 47:                                               ; preds = %11
;   %48 = fcmp olt float %e, 1.500000e+00
;   %49 = bitcast float %e to i32
;   %50 = icmp eq i32 %49, -2147483648
;   %51 = select i1 %50, i32 0, i32 %49
;   %52 = or i32 %51, 1069547520
;   %53 = icmp slt i32 %52, 0
;   %54 = select i1 %53, i32 -2147483648, i32 0
;   %55 = ashr i32 %51, 31
;   %56 = or i32 %55, %54
;   %57 = xor i32 %51, %56
;   %58 = or i32 0, %54
;   %59 = xor i32 1069547520, %58
;   %60 = zext i1 %48 to i32
;   %61 = zext i32 %57 to i64
;   %62 = zext i32 %59 to i64
;   notail call void @__fz_tell.__angora_trace_cmp(i32 zeroext %60, i32 zeroext -1819992299, i32 zeroext 0, i64 %61, i64 %62) #4, !nosanitize !3
;   br label %16
;
; 63:                                               ; preds = %7
;   %64 = icmp sle i64 %c, -3
;   %65 = zext i1 %64 to i32
;   notail call void @__fz_tell.__angora_trace_cmp(i32 zeroext %65, i32 zeroext -215179021, i32 zeroext 0, i64 %c, i64 -3) #4, !nosanitize !3
;   br label %11
;
; 66:                                               ; preds = %3
;   %67 = icmp ne i16 -7, %b
;   %68 = zext i1 %67 to i32
;   %69 = zext i16 %b to i64
;   notail call void @__fz_tell.__angora_trace_cmp(i32 zeroext %68, i32 zeroext 44557248, i32 zeroext 0, i64 65529, i64 %69) #4, !nosanitize !3
;   br label %7
;
; 70:                                               ; preds = %0
;   %71 = icmp ugt i8 %a, 9
;   %72 = zext i1 %71 to i32
;   %73 = zext i8 %a to i64
;   notail call void @__fz_tell.__angora_trace_cmp(i32 zeroext %72, i32 zeroext 1389634257, i32 zeroext 0, i64 %73, i64 9) #4, !nosanitize !3
;   br label %3
; }
;
; define internal i32 @g(i32 noundef %x, i1 noundef %t) #0 {
;   %1 = load volatile i32, ptr @__fz_angora_told, align 1, !nosanitize !3
;   %2 = icmp eq i32 %1, -52762122
;   br i1 %2, label %10, label %3, !prof !4, !nosanitize !3
;
; 3:                                                ; preds = %10, %0
;   %m = call i32 @llvm.smax.i32(i32 %x, i32 5)
;   %4 = load volatile i32, ptr @__fz_angora_told, align 1, !nosanitize !3
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
; declare extern_weak void @__angora_trace_cmp(i32, i32, i32, i64, i64)
;
; ; Function Attrs: disable_sanitizer_instrumentation nounwind
; define linkonce_odr hidden void @__fz_register_compares_angora() #3 comdat {
;   %1 = icmp ne ptr @__fz_angora_init, null
;   br i1 %1, label %2, label %3
;
; 2:                                                ; preds = %0
;   call void @__fz_angora_init(ptr @__fz_angora_told, ptr getelementptr (i8, ptr @__fz_angora_told, i64 4))
;   br label %3
;
; 3:                                                ; preds = %2, %0
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
; !2 = !{!"skipped:compares:untold", !"3"}
; !3 = !{}
; !4 = !{!"branch_weights", i32 1, i32 1048575}
