;; A compare of numbers or pointers has its question: predicate, width, sign. Both outcomes have a gate, also on an edge that
;; has to be split.
; pipeline: distance
target triple = "x86_64-pc-linux-gnu"

define void @signed(i32 %x, ptr %p) {
  %c = icmp slt i32 %x, 7
  br i1 %c, label %then, label %out

then:
  store i32 1, ptr %p
  br label %out

out:
  ret void
}

define i32 @wide(i128 %x, i100 %y) {
  %c = icmp ugt i128 %x, 3
  br i1 %c, label %more, label %no

more:
  %d = icmp eq i100 %y, -1
  br i1 %d, label %yes, label %no

yes:
  ret i32 1

no:
  ret i32 0
}

define i32 @floats(double %x, float %y, half %h, bfloat %b, x86_fp80 %l) {
  %c = fcmp olt double %x, 1.0
  br i1 %c, label %a, label %no

a:
  %d = fcmp une float %y, 2.0
  br i1 %d, label %b2, label %no

b2:
  %e = fcmp uno half %h, %h
  br i1 %e, label %c2, label %no

c2:
  %f = fcmp ugt bfloat %b, 0.0
  br i1 %f, label %d2, label %no

d2:
  %g = fcmp oeq x86_fp80 %l, 0xK00000000000000000000
  br i1 %g, label %yes, label %no

yes:
  ret i32 1

no:
  ret i32 0
}

define i32 @address(ptr %p, ptr %q) {
  %c = icmp ult ptr %p, %q
  br i1 %c, label %yes, label %no

yes:
  ret i32 1

no:
  ret i32 0
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; module asm ".pushsection .debug_fz_distances,\22G\22,%progbits,\22signed\22"
; module asm ".long 826432070,76"
; module asm ".quad \22.L__fz_gates.signed.gates\22"
; module asm ".long 1,3"
; module asm ".ascii \22\\000signed\\0007\\000\\000\\000\22"
; module asm ".long 2,1,32,5,1,2,0,0,0,0"
; module asm ".popsection"
; module asm ".pushsection .debug_fz_distances,\22G\22,%progbits,\22wide\22"
; module asm ".long 826432070,116"
; module asm ".quad \22.L__fz_gates.wide.gates\22"
; module asm ".long 2,4"
; module asm ".ascii \22\\000wide\\0003\\000-1\\000\\000\22"
; module asm ".long 2,1,128,3,0,2,0,0,0,0,2,1,100,1,0,3"
; module asm ".long 0,0,0,0"
; module asm ".popsection"
; module asm ".pushsection .debug_fz_distances,\22G\22,%progbits,\22floats\22"
; module asm ".long 826432070,240"
; module asm ".quad \22.L__fz_gates.floats.gates\22"
; module asm ".long 5,5"
; module asm ".ascii \22\\000floats\\0001\\0002\\0000x0\\000\22"
; module asm ".long 2,2,64,5,0,2,0,0,0,0,2,2,32,2,0,3"
; module asm ".long 0,0,0,0,2,2,16,8,0,0,0,0,0,0,2,2"
; module asm ".long 16,3,0,4,0,0,0,0,2,2,80,1,0,4,0,0"
; module asm ".long 0,0"
; module asm ".popsection"
; module asm ".pushsection .debug_fz_distances,\22G\22,%progbits,\22address\22"
; module asm ".long 826432070,76"
; module asm ".quad \22.L__fz_gates.address.gates\22"
; module asm ".long 1,2"
; module asm ".ascii \22\\000address\\000\\000\\000\\000\22"
; module asm ".long 2,3,0,5,0,0,0,0,0,0"
; module asm ".popsection"
;
; $signed = comdat nodeduplicate
;
; $wide = comdat nodeduplicate
;
; $floats = comdat nodeduplicate
;
; $address = comdat nodeduplicate
;
; $__fz_register_gates = comdat any
;
; @__fz_gates.signed.gates = private externally_initialized global [2 x i8] zeroinitializer, section "__fz_gates", comdat($signed), align 1
; @__fz_gates.wide.gates = private externally_initialized global [4 x i8] zeroinitializer, section "__fz_gates", comdat($wide), align 1
; @__fz_gates.floats.gates = private externally_initialized global [10 x i8] zeroinitializer, section "__fz_gates", comdat($floats), align 1
; @__fz_gates.address.gates = private externally_initialized global [2 x i8] zeroinitializer, section "__fz_gates", comdat($address), align 1
; @llvm.compiler.used = appending global [4 x ptr] [ptr @__fz_gates.signed.gates, ptr @__fz_gates.wide.gates, ptr @__fz_gates.floats.gates, ptr @__fz_gates.address.gates], section "llvm.metadata"
; @__start___fz_gates = extern_weak hidden global i8
; @__stop___fz_gates = extern_weak hidden global i8
; @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 2, ptr @__fz_register_gates, ptr @__fz_register_gates }]
;
; define void @signed(i32 %x, ptr %p) #0 comdat {
;   %c = icmp slt i32 %x, 7
;   br i1 %c, label %then, label %.out_crit_edge
;
; .out_crit_edge:                                   ; preds = %0
;   %1 = load volatile i8, ptr getelementptr (i8, ptr @__fz_gates.signed.gates, i64 1), align 1, !nosanitize !1
;   %2 = icmp ne i8 %1, 0
;   br i1 %2, label %10, label %3, !prof !2, !nosanitize !1
;
; 3:                                                ; preds = %10, %.out_crit_edge
;   br label %out
;
; then:                                             ; preds = %0
;   %4 = load volatile i8, ptr @__fz_gates.signed.gates, align 1, !nosanitize !1
;   %5 = icmp ne i8 %4, 0
;   br i1 %5, label %7, label %6, !prof !2, !nosanitize !1
;
; 6:                                                ; preds = %7, %then
;   store i32 1, ptr %p, align 4
;   br label %out
;
; out:                                              ; preds = %3, %6
;   ret void
;
; 7:                                                ; preds = %then
;   %8 = zext i32 %x to i64
;   %9 = notail call i64 @__fz_distance_integers(i32 73733, i64 %8, i64 7) #2, !nosanitize !1
;   notail call void @__fz_distance_branch(ptr @__fz_gates.signed.gates, i32 0, i64 %9) #2, !nosanitize !1
;   br label %6
;
; 10:                                               ; preds = %.out_crit_edge
;   %11 = zext i32 %x to i64
;   %12 = notail call i64 @__fz_distance_integers(i32 73733, i64 %11, i64 7) #2, !nosanitize !1
;   notail call void @__fz_distance_branch(ptr @__fz_gates.signed.gates, i32 1, i64 %12) #2, !nosanitize !1
;   br label %3
; }
;
; define i32 @wide(i128 %x, i100 %y) #0 comdat {
;   %c = icmp ugt i128 %x, 3
;   br i1 %c, label %more, label %.no_crit_edge
;
; .no_crit_edge:                                    ; preds = %0
;   %1 = load volatile i8, ptr getelementptr (i8, ptr @__fz_gates.wide.gates, i64 1), align 1, !nosanitize !1
;   %2 = icmp ne i8 %1, 0
;   br i1 %2, label %15, label %3, !prof !2, !nosanitize !1
;
; 3:                                                ; preds = %15, %.no_crit_edge
;   br label %no
;
; more:                                             ; preds = %0
;   %4 = load volatile i8, ptr @__fz_gates.wide.gates, align 1, !nosanitize !1
;   %5 = icmp ne i8 %4, 0
;   br i1 %5, label %13, label %6, !prof !2, !nosanitize !1
;
; 6:                                                ; preds = %13, %more
;   %d = icmp eq i100 %y, -1
;   br i1 %d, label %yes, label %.no_crit_edge1
;
; .no_crit_edge1:                                   ; preds = %6
;   %7 = load volatile i8, ptr getelementptr (i8, ptr @__fz_gates.wide.gates, i64 3), align 1, !nosanitize !1
;   %8 = icmp ne i8 %7, 0
;   br i1 %8, label %20, label %9, !prof !2, !nosanitize !1
;
; 9:                                                ; preds = %20, %.no_crit_edge1
;   br label %no
;
; yes:                                              ; preds = %6
;   %10 = load volatile i8, ptr getelementptr (i8, ptr @__fz_gates.wide.gates, i64 2), align 1, !nosanitize !1
;   %11 = icmp ne i8 %10, 0
;   br i1 %11, label %17, label %12, !prof !2, !nosanitize !1
;
; 12:                                               ; preds = %17, %yes
;   ret i32 1
;
; no:                                               ; preds = %9, %3
;   ret i32 0
;
; 13:                                               ; preds = %more
;   %14 = notail call i64 @__fz_distance_wide(i32 32771, i128 %x, i128 3) #2, !nosanitize !1
;   notail call void @__fz_distance_branch(ptr @__fz_gates.wide.gates, i32 0, i64 %14) #2, !nosanitize !1
;   br label %6
;
; 15:                                               ; preds = %.no_crit_edge
;   %16 = notail call i64 @__fz_distance_wide(i32 32771, i128 %x, i128 3) #2, !nosanitize !1
;   notail call void @__fz_distance_branch(ptr @__fz_gates.wide.gates, i32 1, i64 %16) #2, !nosanitize !1
;   br label %3
;
; 17:                                               ; preds = %yes
;   %18 = zext i100 %y to i128
;   %19 = notail call i64 @__fz_distance_wide(i32 25601, i128 %18, i128 1267650600228229401496703205375) #2, !nosanitize !1
;   notail call void @__fz_distance_branch(ptr getelementptr (i8, ptr @__fz_gates.wide.gates, i64 2), i32 0, i64 %19) #2, !nosanitize !1
;   br label %12
;
; 20:                                               ; preds = %.no_crit_edge1
;   %21 = zext i100 %y to i128
;   %22 = notail call i64 @__fz_distance_wide(i32 25601, i128 %21, i128 1267650600228229401496703205375) #2, !nosanitize !1
;   notail call void @__fz_distance_branch(ptr getelementptr (i8, ptr @__fz_gates.wide.gates, i64 2), i32 1, i64 %22) #2, !nosanitize !1
;   br label %9
; }
;
; define i32 @floats(double %x, float %y, half %h, bfloat %b, x86_fp80 %l) #0 comdat {
;   %c = fcmp olt double %x, 1.000000e+00
;   br i1 %c, label %a, label %.no_crit_edge
;
; .no_crit_edge:                                    ; preds = %0
;   %1 = load volatile i8, ptr getelementptr (i8, ptr @__fz_gates.floats.gates, i64 1), align 1, !nosanitize !1
;   %2 = icmp ne i8 %1, 0
;   br i1 %2, label %34, label %3, !prof !2, !nosanitize !1
;
; 3:                                                ; preds = %34, %.no_crit_edge
;   br label %no
;
; a:                                                ; preds = %0
;   %4 = load volatile i8, ptr @__fz_gates.floats.gates, align 1, !nosanitize !1
;   %5 = icmp ne i8 %4, 0
;   br i1 %5, label %31, label %6, !prof !2, !nosanitize !1
;
; 6:                                                ; preds = %31, %a
;   %d = fcmp une float %y, 2.000000e+00
;   br i1 %d, label %b2, label %.no_crit_edge1
;
; .no_crit_edge1:                                   ; preds = %6
;   %7 = load volatile i8, ptr getelementptr (i8, ptr @__fz_gates.floats.gates, i64 3), align 1, !nosanitize !1
;   %8 = icmp ne i8 %7, 0
;   br i1 %8, label %41, label %9, !prof !2, !nosanitize !1
;
; 9:                                                ; preds = %41, %.no_crit_edge1
;   br label %no
;
; b2:                                               ; preds = %6
;   %10 = load volatile i8, ptr getelementptr (i8, ptr @__fz_gates.floats.gates, i64 2), align 1, !nosanitize !1
;   %11 = icmp ne i8 %10, 0
;   br i1 %11, label %37, label %12, !prof !2, !nosanitize !1
;
; 12:                                               ; preds = %37, %b2
;   %e = fcmp uno half %h, %h
;   br i1 %e, label %c2, label %.no_crit_edge2
;
; .no_crit_edge2:                                   ; preds = %12
;   %13 = load volatile i8, ptr getelementptr (i8, ptr @__fz_gates.floats.gates, i64 5), align 1, !nosanitize !1
;   %14 = icmp ne i8 %13, 0
;   br i1 %14, label %51, label %15, !prof !2, !nosanitize !1
;
; 15:                                               ; preds = %51, %.no_crit_edge2
;   br label %no
;
; c2:                                               ; preds = %12
;   %16 = load volatile i8, ptr getelementptr (i8, ptr @__fz_gates.floats.gates, i64 4), align 1, !nosanitize !1
;   %17 = icmp ne i8 %16, 0
;   br i1 %17, label %45, label %18, !prof !2, !nosanitize !1
;
; 18:                                               ; preds = %45, %c2
;   %f = fcmp ugt bfloat %b, 0xR0000
;   br i1 %f, label %d2, label %.no_crit_edge3
;
; .no_crit_edge3:                                   ; preds = %18
;   %19 = load volatile i8, ptr getelementptr (i8, ptr @__fz_gates.floats.gates, i64 7), align 1, !nosanitize !1
;   %20 = icmp ne i8 %19, 0
;   br i1 %20, label %64, label %21, !prof !2, !nosanitize !1
;
; 21:                                               ; preds = %64, %.no_crit_edge3
;   br label %no
;
; d2:                                               ; preds = %18
;   %22 = load volatile i8, ptr getelementptr (i8, ptr @__fz_gates.floats.gates, i64 6), align 1, !nosanitize !1
;   %23 = icmp ne i8 %22, 0
;   br i1 %23, label %57, label %24, !prof !2, !nosanitize !1
;
; 24:                                               ; preds = %57, %d2
;   %g = fcmp oeq x86_fp80 %l, 0xK00000000000000000000
;   br i1 %g, label %yes, label %.no_crit_edge4
;
; .no_crit_edge4:                                   ; preds = %24
;   %25 = load volatile i8, ptr getelementptr (i8, ptr @__fz_gates.floats.gates, i64 9), align 1, !nosanitize !1
;   %26 = icmp ne i8 %25, 0
;   br i1 %26, label %75, label %27, !prof !2, !nosanitize !1
;
; 27:                                               ; preds = %75, %.no_crit_edge4
;   br label %no
;
; yes:                                              ; preds = %24
;   %28 = load volatile i8, ptr getelementptr (i8, ptr @__fz_gates.floats.gates, i64 8), align 1, !nosanitize !1
;   %29 = icmp ne i8 %28, 0
;   br i1 %29, label %71, label %30, !prof !2, !nosanitize !1
;
; 30:                                               ; preds = %71, %yes
;   ret i32 1
;
; no:                                               ; preds = %27, %21, %15, %9, %3
;   ret i32 0
;
; 31:                                               ; preds = %a
;   %32 = bitcast double %x to i64
;   %33 = notail call i64 @__fz_distance_integers(i32 147461, i64 %32, i64 4607182418800017408) #2, !nosanitize !1
;   notail call void @__fz_distance_branch(ptr @__fz_gates.floats.gates, i32 0, i64 %33) #2, !nosanitize !1
;   br label %6
;
; 34:                                               ; preds = %.no_crit_edge
;   %35 = bitcast double %x to i64
;   %36 = notail call i64 @__fz_distance_integers(i32 147461, i64 %35, i64 4607182418800017408) #2, !nosanitize !1
;   notail call void @__fz_distance_branch(ptr @__fz_gates.floats.gates, i32 1, i64 %36) #2, !nosanitize !1
;   br label %3
;
; 37:                                               ; preds = %b2
;   %38 = bitcast float %y to i32
;   %39 = zext i32 %38 to i64
;   %40 = notail call i64 @__fz_distance_integers(i32 663554, i64 %39, i64 1073741824) #2, !nosanitize !1
;   notail call void @__fz_distance_branch(ptr getelementptr (i8, ptr @__fz_gates.floats.gates, i64 2), i32 0, i64 %40) #2, !nosanitize !1
;   br label %12
;
; 41:                                               ; preds = %.no_crit_edge1
;   %42 = bitcast float %y to i32
;   %43 = zext i32 %42 to i64
;   %44 = notail call i64 @__fz_distance_integers(i32 663554, i64 %43, i64 1073741824) #2, !nosanitize !1
;   notail call void @__fz_distance_branch(ptr getelementptr (i8, ptr @__fz_gates.floats.gates, i64 2), i32 1, i64 %44) #2, !nosanitize !1
;   br label %9
;
; 45:                                               ; preds = %c2
;   %46 = bitcast half %h to i16
;   %47 = zext i16 %46 to i64
;   %48 = bitcast half %h to i16
;   %49 = zext i16 %48 to i64
;   %50 = notail call i64 @__fz_distance_integers(i32 135176, i64 %47, i64 %49) #2, !nosanitize !1
;   notail call void @__fz_distance_branch(ptr getelementptr (i8, ptr @__fz_gates.floats.gates, i64 4), i32 0, i64 %50) #2, !nosanitize !1
;   br label %18
;
; 51:                                               ; preds = %.no_crit_edge2
;   %52 = bitcast half %h to i16
;   %53 = zext i16 %52 to i64
;   %54 = bitcast half %h to i16
;   %55 = zext i16 %54 to i64
;   %56 = notail call i64 @__fz_distance_integers(i32 135176, i64 %53, i64 %55) #2, !nosanitize !1
;   notail call void @__fz_distance_branch(ptr getelementptr (i8, ptr @__fz_gates.floats.gates, i64 4), i32 1, i64 %56) #2, !nosanitize !1
;   br label %15
;
; 57:                                               ; preds = %d2
;   %58 = fpext bfloat %b to float
;   %59 = bitcast float %58 to i32
;   %60 = lshr i32 %59, 16
;   %61 = trunc i32 %60 to i16
;   %62 = zext i16 %61 to i64
;   %63 = notail call i64 @__fz_distance_integers(i32 921603, i64 %62, i64 0) #2, !nosanitize !1
;   notail call void @__fz_distance_branch(ptr getelementptr (i8, ptr @__fz_gates.floats.gates, i64 6), i32 0, i64 %63) #2, !nosanitize !1
;   br label %24
;
; 64:                                               ; preds = %.no_crit_edge3
;   %65 = fpext bfloat %b to float
;   %66 = bitcast float %65 to i32
;   %67 = lshr i32 %66, 16
;   %68 = trunc i32 %67 to i16
;   %69 = zext i16 %68 to i64
;   %70 = notail call i64 @__fz_distance_integers(i32 921603, i64 %69, i64 0) #2, !nosanitize !1
;   notail call void @__fz_distance_branch(ptr getelementptr (i8, ptr @__fz_gates.floats.gates, i64 6), i32 1, i64 %70) #2, !nosanitize !1
;   br label %21
;
; 71:                                               ; preds = %yes
;   %72 = bitcast x86_fp80 %l to i80
;   %73 = zext i80 %72 to i128
;   %74 = notail call i64 @__fz_distance_wide(i32 151553, i128 %73, i128 0) #2, !nosanitize !1
;   notail call void @__fz_distance_branch(ptr getelementptr (i8, ptr @__fz_gates.floats.gates, i64 8), i32 0, i64 %74) #2, !nosanitize !1
;   br label %30
;
; 75:                                               ; preds = %.no_crit_edge4
;   %76 = bitcast x86_fp80 %l to i80
;   %77 = zext i80 %76 to i128
;   %78 = notail call i64 @__fz_distance_wide(i32 151553, i128 %77, i128 0) #2, !nosanitize !1
;   notail call void @__fz_distance_branch(ptr getelementptr (i8, ptr @__fz_gates.floats.gates, i64 8), i32 1, i64 %78) #2, !nosanitize !1
;   br label %27
; }
;
; define i32 @address(ptr %p, ptr %q) #0 comdat {
;   %c = icmp ult ptr %p, %q
;   br i1 %c, label %yes, label %no
;
; yes:                                              ; preds = %0
;   %1 = load volatile i8, ptr @__fz_gates.address.gates, align 1, !nosanitize !1
;   %2 = icmp ne i8 %1, 0
;   br i1 %2, label %7, label %3, !prof !2, !nosanitize !1
;
; 3:                                                ; preds = %7, %yes
;   ret i32 1
;
; no:                                               ; preds = %0
;   %4 = load volatile i8, ptr getelementptr (i8, ptr @__fz_gates.address.gates, i64 1), align 1, !nosanitize !1
;   %5 = icmp ne i8 %4, 0
;   br i1 %5, label %11, label %6, !prof !2, !nosanitize !1
;
; 6:                                                ; preds = %11, %no
;   ret i32 0
;
; 7:                                                ; preds = %yes
;   %8 = ptrtoint ptr %p to i64
;   %9 = ptrtoint ptr %q to i64
;   %10 = notail call i64 @__fz_distance_integers(i32 16389, i64 %8, i64 %9) #2, !nosanitize !1
;   notail call void @__fz_distance_branch(ptr @__fz_gates.address.gates, i32 0, i64 %10) #2, !nosanitize !1
;   br label %3
;
; 11:                                               ; preds = %no
;   %12 = ptrtoint ptr %p to i64
;   %13 = ptrtoint ptr %q to i64
;   %14 = notail call i64 @__fz_distance_integers(i32 16389, i64 %12, i64 %13) #2, !nosanitize !1
;   notail call void @__fz_distance_branch(ptr @__fz_gates.address.gates, i32 1, i64 %14) #2, !nosanitize !1
;   br label %6
; }
;
; declare extern_weak i64 @__fz_distance_integers(i32, i64, i64)
;
; declare extern_weak void @__fz_distance_branch(ptr, i32, i64)
;
; declare extern_weak i64 @__fz_distance_wide(i32, i128, i128)
;
; ; Function Attrs: disable_sanitizer_instrumentation nounwind
; define linkonce_odr hidden void @__fz_register_gates() #1 comdat {
;   %1 = icmp ne ptr @__fz_gates_init, null
;   br i1 %1, label %2, label %3
;
; 2:                                                ; preds = %0
;   call void @__fz_gates_init(ptr @__start___fz_gates, ptr @__stop___fz_gates)
;   br label %3
;
; 3:                                                ; preds = %2, %0
;   ret void
; }
;
; declare extern_weak void @__fz_gates_init(ptr, ptr)
;
; attributes #0 = { "fz-distance" }
; attributes #1 = { disable_sanitizer_instrumentation nounwind }
; attributes #2 = { nounwind }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:distance", !"9"}
; !1 = !{}
; !2 = !{!"branch_weights", i32 1, i32 1048575}
