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
; record .debug_fz_distances in group signed
;   FunctionBranches { name: "signed", gates: .L__fz_gates.signed.gates, branches: [
;     GatedBranch { first: 0, outcomes: 2, kind: Of(Integer), bits: Some(32), predicate: Some(Less), signed: true, constant: Some("7"), callee: None, place: ? }] }
; record .debug_fz_distances in group wide
;   FunctionBranches { name: "wide", gates: .L__fz_gates.wide.gates, branches: [
;     GatedBranch { first: 0, outcomes: 2, kind: Of(Integer), bits: Some(128), predicate: Some(Greater), signed: false, constant: Some("3"), callee: None, place: ? },
;     GatedBranch { first: 2, outcomes: 2, kind: Of(Integer), bits: Some(100), predicate: Some(Equal), signed: false, constant: Some("-1"), callee: None, place: ? }] }
; record .debug_fz_distances in group floats
;   FunctionBranches { name: "floats", gates: .L__fz_gates.floats.gates, branches: [
;     GatedBranch { first: 0, outcomes: 2, kind: Of(Float), bits: Some(64), predicate: Some(Less), signed: false, constant: Some("1"), callee: None, place: ? },
;     GatedBranch { first: 2, outcomes: 2, kind: Of(Float), bits: Some(32), predicate: Some(NotEqual), signed: false, constant: Some("2"), callee: None, place: ? },
;     GatedBranch { first: 4, outcomes: 2, kind: Of(Float), bits: Some(16), predicate: Some(Unordered), signed: false, constant: None, callee: None, place: ? },
;     GatedBranch { first: 6, outcomes: 2, kind: Of(Float), bits: Some(16), predicate: Some(Greater), signed: false, constant: Some("0x0"), callee: None, place: ? },
;     GatedBranch { first: 8, outcomes: 2, kind: Of(Float), bits: Some(80), predicate: Some(Equal), signed: false, constant: Some("0x0"), callee: None, place: ? }] }
; record .debug_fz_distances in group address
;   FunctionBranches { name: "address", gates: .L__fz_gates.address.gates, branches: [
;     GatedBranch { first: 0, outcomes: 2, kind: Of(Address), bits: None, predicate: Some(Less), signed: false, constant: None, callee: None, place: ? }] }
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
; @__start___fz_patches = extern_weak hidden global i8
; @__stop___fz_patches = extern_weak hidden global i8
; @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 2, ptr @__fz_register_gates, ptr @__fz_register_gates }]
;
; define void @signed(i32 %x, ptr %p) #0 comdat {
;   %c = icmp slt i32 %x, 7
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0x0f,0x1f,0x44,0,0\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 2\0A\09.popsection", "i,!i"(ptr @__fz_gates.signed.gates)
;           to label %1 [label %2], !prof !1, !nosanitize !2, !fz.silent !2
;
; 1:                                                ; preds = %9, %2, %0
;   br i1 %c, label %then, label %out
;
; then:                                             ; preds = %1
;   store i32 1, ptr %p, align 4
;   br label %out
;
; out:                                              ; preds = %then, %1
;   ret void
;
; 2:                                                ; preds = %0
;   %3 = xor i1 %c, true
;   %4 = zext i1 %3 to i32
;   %5 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_gates.signed.gates) #2, !nosanitize !2
;   %6 = getelementptr i8, ptr %5, i32 %4
;   %7 = load volatile i8, ptr %6, align 1, !nosanitize !2
;   %8 = icmp ne i8 %7, 0
;   br i1 %8, label %9, label %1, !prof !3, !nosanitize !2, !fz.silent !2
;
; 9:                                                ; preds = %2
;   %10 = zext i32 %x to i64
;   %11 = notail call preserve_mostcc i64 @__fz_distance_integers(i32 73733, i64 %10, i64 7) #2, !nosanitize !2
;   %12 = or i32 %4, 0
;   notail call preserve_mostcc void @__fz_distance_branch(ptr %5, i32 %12, i64 %11) #2, !nosanitize !2
;   br label %1
; }
;
; define i32 @wide(i128 %x, i100 %y) #0 comdat {
;   %c = icmp ugt i128 %x, 3
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0x0f,0x1f,0x44,0,0\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 2\0A\09.popsection", "i,!i"(ptr @__fz_gates.wide.gates)
;           to label %1 [label %3], !prof !1, !nosanitize !2, !fz.silent !2
;
; 1:                                                ; preds = %10, %3, %0
;   br i1 %c, label %more, label %no
;
; more:                                             ; preds = %1
;   %d = icmp eq i100 %y, -1
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0x0f,0x1f,0x44,0,0\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 2\0A\09.popsection", "i,!i"(ptr getelementptr (i8, ptr @__fz_gates.wide.gates, i64 2))
;           to label %2 [label %13], !prof !1, !nosanitize !2, !fz.silent !2
;
; 2:                                                ; preds = %20, %13, %more
;   br i1 %d, label %yes, label %no
;
; yes:                                              ; preds = %2
;   ret i32 1
;
; no:                                               ; preds = %2, %1
;   ret i32 0
;
; 3:                                                ; preds = %0
;   %4 = xor i1 %c, true
;   %5 = zext i1 %4 to i32
;   %6 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_gates.wide.gates) #2, !nosanitize !2
;   %7 = getelementptr i8, ptr %6, i32 %5
;   %8 = load volatile i8, ptr %7, align 1, !nosanitize !2
;   %9 = icmp ne i8 %8, 0
;   br i1 %9, label %10, label %1, !prof !3, !nosanitize !2, !fz.silent !2
;
; 10:                                               ; preds = %3
;   %11 = notail call preserve_mostcc i64 @__fz_distance_wide(i32 32771, i128 %x, i128 3) #2, !nosanitize !2
;   %12 = or i32 %5, 0
;   notail call preserve_mostcc void @__fz_distance_branch(ptr %6, i32 %12, i64 %11) #2, !nosanitize !2
;   br label %1
;
; 13:                                               ; preds = %more
;   %14 = xor i1 %d, true
;   %15 = zext i1 %14 to i32
;   %16 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr getelementptr (i8, ptr @__fz_gates.wide.gates, i64 2)) #2, !nosanitize !2
;   %17 = getelementptr i8, ptr %16, i32 %15
;   %18 = load volatile i8, ptr %17, align 1, !nosanitize !2
;   %19 = icmp ne i8 %18, 0
;   br i1 %19, label %20, label %2, !prof !3, !nosanitize !2, !fz.silent !2
;
; 20:                                               ; preds = %13
;   %21 = zext i100 %y to i128
;   %22 = notail call preserve_mostcc i64 @__fz_distance_wide(i32 25601, i128 %21, i128 1267650600228229401496703205375) #2, !nosanitize !2
;   %23 = or i32 %15, 0
;   notail call preserve_mostcc void @__fz_distance_branch(ptr %16, i32 %23, i64 %22) #2, !nosanitize !2
;   br label %2
; }
;
; define i32 @floats(double %x, float %y, half %h, bfloat %b, x86_fp80 %l) #0 comdat {
;   %c = fcmp olt double %x, 1.000000e+00
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0x0f,0x1f,0x44,0,0\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 2\0A\09.popsection", "i,!i"(ptr @__fz_gates.floats.gates)
;           to label %1 [label %8], !prof !1, !nosanitize !2, !fz.silent !2
;
; 1:                                                ; preds = %15, %8, %0
;   br i1 %c, label %a, label %no
;
; a:                                                ; preds = %1
;   %d = fcmp une float %y, 2.000000e+00
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0x0f,0x1f,0x44,0,0\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 2\0A\09.popsection", "i,!i"(ptr getelementptr (i8, ptr @__fz_gates.floats.gates, i64 2))
;           to label %2 [label %19], !prof !1, !nosanitize !2, !fz.silent !2
;
; 2:                                                ; preds = %26, %19, %a
;   br i1 %d, label %b2, label %no
;
; b2:                                               ; preds = %2
;   %e = fcmp uno half %h, %h
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0x0f,0x1f,0x44,0,0\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 2\0A\09.popsection", "i,!i"(ptr getelementptr (i8, ptr @__fz_gates.floats.gates, i64 4))
;           to label %3 [label %31], !prof !1, !nosanitize !2, !fz.silent !2
;
; 3:                                                ; preds = %38, %31, %b2
;   br i1 %e, label %c2, label %no
;
; c2:                                               ; preds = %3
;   %4 = fpext bfloat %b to float
;   %5 = fcmp ugt float %4, 0.000000e+00
;   %f = fcmp ugt bfloat %b, 0xR0000
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0x0f,0x1f,0x44,0,0\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 2\0A\09.popsection", "i,!i"(ptr getelementptr (i8, ptr @__fz_gates.floats.gates, i64 6))
;           to label %6 [label %45], !prof !1, !nosanitize !2, !fz.silent !2
;
; 6:                                                ; preds = %52, %45, %c2
;   br i1 %5, label %d2, label %no
;
; d2:                                               ; preds = %6
;   %g = fcmp oeq x86_fp80 %l, 0xK00000000000000000000
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0x0f,0x1f,0x44,0,0\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 2\0A\09.popsection", "i,!i"(ptr getelementptr (i8, ptr @__fz_gates.floats.gates, i64 8))
;           to label %7 [label %58], !prof !1, !nosanitize !2, !fz.silent !2
;
; 7:                                                ; preds = %65, %58, %d2
;   br i1 %g, label %yes, label %no
;
; yes:                                              ; preds = %7
;   ret i32 1
;
; no:                                               ; preds = %7, %6, %3, %2, %1
;   ret i32 0
;
; 8:                                                ; preds = %0
;   %9 = xor i1 %c, true
;   %10 = zext i1 %9 to i32
;   %11 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_gates.floats.gates) #2, !nosanitize !2
;   %12 = getelementptr i8, ptr %11, i32 %10
;   %13 = load volatile i8, ptr %12, align 1, !nosanitize !2
;   %14 = icmp ne i8 %13, 0
;   br i1 %14, label %15, label %1, !prof !3, !nosanitize !2, !fz.silent !2
;
; 15:                                               ; preds = %8
;   %16 = bitcast double %x to i64
;   %17 = notail call preserve_mostcc i64 @__fz_distance_integers(i32 147461, i64 %16, i64 4607182418800017408) #2, !nosanitize !2
;   %18 = or i32 %10, 0
;   notail call preserve_mostcc void @__fz_distance_branch(ptr %11, i32 %18, i64 %17) #2, !nosanitize !2
;   br label %1
;
; 19:                                               ; preds = %a
;   %20 = xor i1 %d, true
;   %21 = zext i1 %20 to i32
;   %22 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr getelementptr (i8, ptr @__fz_gates.floats.gates, i64 2)) #2, !nosanitize !2
;   %23 = getelementptr i8, ptr %22, i32 %21
;   %24 = load volatile i8, ptr %23, align 1, !nosanitize !2
;   %25 = icmp ne i8 %24, 0
;   br i1 %25, label %26, label %2, !prof !3, !nosanitize !2, !fz.silent !2
;
; 26:                                               ; preds = %19
;   %27 = bitcast float %y to i32
;   %28 = zext i32 %27 to i64
;   %29 = notail call preserve_mostcc i64 @__fz_distance_integers(i32 663554, i64 %28, i64 1073741824) #2, !nosanitize !2
;   %30 = or i32 %21, 0
;   notail call preserve_mostcc void @__fz_distance_branch(ptr %22, i32 %30, i64 %29) #2, !nosanitize !2
;   br label %2
;
; 31:                                               ; preds = %b2
;   %32 = xor i1 %e, true
;   %33 = zext i1 %32 to i32
;   %34 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr getelementptr (i8, ptr @__fz_gates.floats.gates, i64 4)) #2, !nosanitize !2
;   %35 = getelementptr i8, ptr %34, i32 %33
;   %36 = load volatile i8, ptr %35, align 1, !nosanitize !2
;   %37 = icmp ne i8 %36, 0
;   br i1 %37, label %38, label %3, !prof !3, !nosanitize !2, !fz.silent !2
;
; 38:                                               ; preds = %31
;   %39 = bitcast half %h to i16
;   %40 = zext i16 %39 to i64
;   %41 = bitcast half %h to i16
;   %42 = zext i16 %41 to i64
;   %43 = notail call preserve_mostcc i64 @__fz_distance_integers(i32 135176, i64 %40, i64 %42) #2, !nosanitize !2
;   %44 = or i32 %33, 0
;   notail call preserve_mostcc void @__fz_distance_branch(ptr %34, i32 %44, i64 %43) #2, !nosanitize !2
;   br label %3
;
; 45:                                               ; preds = %c2
;   %46 = xor i1 %5, true
;   %47 = zext i1 %46 to i32
;   %48 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr getelementptr (i8, ptr @__fz_gates.floats.gates, i64 6)) #2, !nosanitize !2
;   %49 = getelementptr i8, ptr %48, i32 %47
;   %50 = load volatile i8, ptr %49, align 1, !nosanitize !2
;   %51 = icmp ne i8 %50, 0
;   br i1 %51, label %52, label %6, !prof !3, !nosanitize !2, !fz.silent !2
;
; 52:                                               ; preds = %45
;   %53 = bitcast float %4 to i32
;   %54 = lshr i32 %53, 16
;   %55 = zext i32 %54 to i64
;   %56 = notail call preserve_mostcc i64 @__fz_distance_integers(i32 921603, i64 %55, i64 0) #2, !nosanitize !2
;   %57 = or i32 %47, 0
;   notail call preserve_mostcc void @__fz_distance_branch(ptr %48, i32 %57, i64 %56) #2, !nosanitize !2
;   br label %6
;
; 58:                                               ; preds = %d2
;   %59 = xor i1 %g, true
;   %60 = zext i1 %59 to i32
;   %61 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr getelementptr (i8, ptr @__fz_gates.floats.gates, i64 8)) #2, !nosanitize !2
;   %62 = getelementptr i8, ptr %61, i32 %60
;   %63 = load volatile i8, ptr %62, align 1, !nosanitize !2
;   %64 = icmp ne i8 %63, 0
;   br i1 %64, label %65, label %7, !prof !3, !nosanitize !2, !fz.silent !2
;
; 65:                                               ; preds = %58
;   %66 = bitcast x86_fp80 %l to i80
;   %67 = zext i80 %66 to i128
;   %68 = notail call preserve_mostcc i64 @__fz_distance_wide(i32 151553, i128 %67, i128 0) #2, !nosanitize !2
;   %69 = or i32 %60, 0
;   notail call preserve_mostcc void @__fz_distance_branch(ptr %61, i32 %69, i64 %68) #2, !nosanitize !2
;   br label %7
; }
;
; define i32 @address(ptr %p, ptr %q) #0 comdat {
;   %c = icmp ult ptr %p, %q
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0x0f,0x1f,0x44,0,0\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 2\0A\09.popsection", "i,!i"(ptr @__fz_gates.address.gates)
;           to label %1 [label %2], !prof !1, !nosanitize !2, !fz.silent !2
;
; 1:                                                ; preds = %9, %2, %0
;   br i1 %c, label %yes, label %no
;
; yes:                                              ; preds = %1
;   ret i32 1
;
; no:                                               ; preds = %1
;   ret i32 0
;
; 2:                                                ; preds = %0
;   %3 = xor i1 %c, true
;   %4 = zext i1 %3 to i32
;   %5 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_gates.address.gates) #2, !nosanitize !2
;   %6 = getelementptr i8, ptr %5, i32 %4
;   %7 = load volatile i8, ptr %6, align 1, !nosanitize !2
;   %8 = icmp ne i8 %7, 0
;   br i1 %8, label %9, label %1, !prof !3, !nosanitize !2, !fz.silent !2
;
; 9:                                                ; preds = %2
;   %10 = ptrtoint ptr %p to i64
;   %11 = ptrtoint ptr %q to i64
;   %12 = notail call preserve_mostcc i64 @__fz_distance_integers(i32 16389, i64 %10, i64 %11) #2, !nosanitize !2
;   %13 = or i32 %4, 0
;   notail call preserve_mostcc void @__fz_distance_branch(ptr %5, i32 %13, i64 %12) #2, !nosanitize !2
;   br label %1
; }
;
; declare extern_weak preserve_mostcc i64 @__fz_distance_integers(i32, i64, i64)
;
; declare extern_weak preserve_mostcc void @__fz_distance_branch(ptr, i32, i64)
;
; declare extern_weak preserve_mostcc i64 @__fz_distance_wide(i32, i128, i128)
;
; ; Function Attrs: disable_sanitizer_instrumentation nounwind
; define linkonce_odr hidden void @__fz_register_gates() #1 comdat {
;   %1 = icmp ne ptr @__fz_gates_init, null
;   br i1 %1, label %2, label %3
;
; 2:                                                ; preds = %0
;   call void @__fz_gates_init(ptr @__start___fz_gates, ptr @__stop___fz_gates, ptr @__start___fz_patches, ptr @__stop___fz_patches)
;   br label %3
;
; 3:                                                ; preds = %2, %0
;   ret void
; }
;
; declare extern_weak void @__fz_gates_init(ptr, ptr, ptr, ptr)
;
; attributes #0 = { "fz-distance" }
; attributes #1 = { disable_sanitizer_instrumentation nounwind }
; attributes #2 = { nounwind }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:distance", !"9"}
; !1 = !{!"branch_weights", i32 1048575, i32 1}
; !2 = !{}
; !3 = !{!"branch_weights", i32 1, i32 1048575}
