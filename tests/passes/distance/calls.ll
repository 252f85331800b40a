;; Strings are read directly after the call, since the program may change them before it branches. Answers that are asked
;; something else are numbers.
; pipeline: distance
target triple = "x86_64-pc-linux-gnu"

@word = private constant [5 x i8] c"word\00"

declare i32 @strcmp(ptr, ptr)
declare i32 @memcmp(ptr, ptr, i64)
declare i32 @bcmp(ptr, ptr, i64)
declare i32 @strncasecmp(ptr, ptr, i64)
declare ptr @strstr(ptr, ptr)
declare ptr @memmem(ptr, i64, ptr, i64)
declare i32 @xmlStrEqual(ptr, ptr)
declare void @free(ptr)

define i32 @equal(ptr %p) {
  %r = call i32 @strcmp(ptr %p, ptr @word)
  call void @free(ptr %p)
  %c = icmp eq i32 %r, 0
  br i1 %c, label %yes, label %no

yes:
  ret i32 1

no:
  ret i32 0
}

define i32 @order(ptr %p, ptr %q, i64 %n) {
  %r = call i32 @memcmp(ptr %p, ptr %q, i64 %n)
  %c = icmp sgt i32 %r, -1
  br i1 %c, label %more, label %no

more:
  %s = call i32 @strncasecmp(ptr %p, ptr %q, i64 4)
  %d = icmp slt i32 %s, 1
  br i1 %d, label %odd, label %no

odd:
  %t = call i32 @bcmp(ptr %p, ptr %q, i64 %n)
  %e = icmp eq i32 %t, 3
  br i1 %e, label %yes, label %no

yes:
  ret i32 1

no:
  ret i32 0
}

define i32 @search(ptr %p, ptr %q, i64 %n) {
  %r = call ptr @strstr(ptr %p, ptr @word)
  %c = icmp eq ptr %r, null
  br i1 %c, label %no, label %more

more:
  %s = call ptr @memmem(ptr %p, i64 %n, ptr %q, i64 3)
  %d = icmp ne ptr %s, null
  br i1 %d, label %yes, label %no

yes:
  %t = call i32 @xmlStrEqual(ptr %p, ptr %q)
  %e = icmp ne i32 %t, 0
  br i1 %e, label %yes, label %no

no:
  ret i32 0
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; record .debug_fz_distances in group equal
;   FunctionBranches { name: "equal", gates: .L__fz_gates.equal.gates, branches: [
;     GatedBranch { first: 0, outcomes: 2, kind: Of(Call), bits: None, predicate: Some(Equal), signed: false, constant: Some("\"word\""), callee: Some("strcmp"), place: ? }] }
; record .debug_fz_distances in group order
;   FunctionBranches { name: "order", gates: .L__fz_gates.order.gates, branches: [
;     GatedBranch { first: 0, outcomes: 2, kind: Of(Call), bits: None, predicate: Some(GreaterOrEqual), signed: false, constant: None, callee: Some("memcmp"), place: ? },
;     GatedBranch { first: 2, outcomes: 2, kind: Of(Call), bits: None, predicate: Some(LessOrEqual), signed: false, constant: None, callee: Some("strncasecmp"), place: ? },
;     GatedBranch { first: 4, outcomes: 2, kind: Of(Integer), bits: Some(32), predicate: Some(Equal), signed: false, constant: Some("3"), callee: None, place: ? }] }
; record .debug_fz_distances in group search
;   FunctionBranches { name: "search", gates: .L__fz_gates.search.gates, branches: [
;     GatedBranch { first: 0, outcomes: 2, kind: Of(Call), bits: None, predicate: Some(NotEqual), signed: false, constant: Some("\"word\""), callee: Some("strstr"), place: ? },
;     GatedBranch { first: 2, outcomes: 2, kind: Of(Call), bits: None, predicate: Some(Equal), signed: false, constant: None, callee: Some("memmem"), place: ? },
;     GatedBranch { first: 4, outcomes: 2, kind: Of(Call), bits: None, predicate: Some(Equal), signed: false, constant: None, callee: Some("xmlStrEqual"), place: ? }] }
;
; $equal = comdat nodeduplicate
;
; $order = comdat nodeduplicate
;
; $search = comdat nodeduplicate
;
; $__fz_register_gates = comdat any
;
; @word = private constant [5 x i8] c"word\00"
; @__fz_gates.equal.gates = private externally_initialized global [2 x i8] zeroinitializer, section "__fz_gates", comdat($equal), align 1
; @__fz_gates.order.gates = private externally_initialized global [6 x i8] zeroinitializer, section "__fz_gates", comdat($order), align 1
; @__fz_gates.search.gates = private externally_initialized global [6 x i8] zeroinitializer, section "__fz_gates", comdat($search), align 1
; @llvm.compiler.used = appending global [3 x ptr] [ptr @__fz_gates.equal.gates, ptr @__fz_gates.order.gates, ptr @__fz_gates.search.gates], section "llvm.metadata"
; @__start___fz_gates = extern_weak hidden global i8
; @__stop___fz_gates = extern_weak hidden global i8
; @__start___fz_patches = extern_weak hidden global i8
; @__stop___fz_patches = extern_weak hidden global i8
; @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 2, ptr @__fz_register_gates, ptr @__fz_register_gates }]
;
; declare i32 @strcmp(ptr, ptr)
;
; declare i32 @memcmp(ptr, ptr, i64)
;
; declare i32 @bcmp(ptr, ptr, i64)
;
; declare i32 @strncasecmp(ptr, ptr, i64)
;
; declare ptr @strstr(ptr, ptr)
;
; declare ptr @memmem(ptr, i64, ptr, i64)
;
; declare i32 @xmlStrEqual(ptr, ptr)
;
; declare void @free(ptr)
;
; define i32 @equal(ptr %p) #0 comdat {
;   %r = call i32 @strcmp(ptr %p, ptr @word)
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0x0f,0x1f,0x44,0,0\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 2\0A\09.popsection", "i,!i"(ptr @__fz_gates.equal.gates)
;           to label %1 [label %4], !prof !1, !nosanitize !2, !fz.silent !2
;
; 1:                                                ; preds = %8, %4, %0
;   %2 = phi i64 [ %9, %8 ], [ 0, %4 ], [ 0, %0 ]
;   call void @free(ptr %p)
;   %c = icmp eq i32 %r, 0
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0x0f,0x1f,0x44,0,0\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 2\0A\09.popsection", "i,!i"(ptr @__fz_gates.equal.gates)
;           to label %3 [label %10], !prof !1, !nosanitize !2, !fz.silent !2
;
; 3:                                                ; preds = %17, %10, %1
;   br i1 %c, label %yes, label %no
;
; yes:                                              ; preds = %3
;   ret i32 1
;
; no:                                               ; preds = %3
;   ret i32 0
;
; 4:                                                ; preds = %0
;   %5 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_gates.equal.gates) #2, !nosanitize !2
;   %6 = load volatile i16, ptr %5, align 1, !nosanitize !2
;   %7 = icmp ne i16 %6, 0
;   br i1 %7, label %8, label %1, !prof !3, !nosanitize !2, !fz.silent !2
;
; 8:                                                ; preds = %4
;   %9 = notail call preserve_mostcc i64 @__fz_distance_bytes(i32 513, ptr %p, ptr @word, i64 0) #2, !nosanitize !2
;   br label %1
;
; 10:                                               ; preds = %1
;   %11 = xor i1 %c, true
;   %12 = zext i1 %11 to i32
;   %13 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_gates.equal.gates) #2, !nosanitize !2
;   %14 = getelementptr i8, ptr %13, i32 %12
;   %15 = load volatile i8, ptr %14, align 1, !nosanitize !2
;   %16 = icmp ne i8 %15, 0
;   br i1 %16, label %17, label %3, !prof !3, !nosanitize !2, !fz.silent !2
;
; 17:                                               ; preds = %10
;   %18 = or i32 %12, 0
;   notail call preserve_mostcc void @__fz_distance_branch(ptr %13, i32 %18, i64 %2) #2, !nosanitize !2
;   br label %3
; }
;
; define i32 @order(ptr %p, ptr %q, i64 %n) #0 comdat {
;   %r = call i32 @memcmp(ptr %p, ptr %q, i64 %n)
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0x0f,0x1f,0x44,0,0\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 2\0A\09.popsection", "i,!i"(ptr @__fz_gates.order.gates)
;           to label %1 [label %8], !prof !1, !nosanitize !2, !fz.silent !2
;
; 1:                                                ; preds = %12, %8, %0
;   %2 = phi i64 [ %13, %12 ], [ 0, %8 ], [ 0, %0 ]
;   %c = icmp sgt i32 %r, -1
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0x0f,0x1f,0x44,0,0\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 2\0A\09.popsection", "i,!i"(ptr @__fz_gates.order.gates)
;           to label %3 [label %14], !prof !1, !nosanitize !2, !fz.silent !2
;
; 3:                                                ; preds = %21, %14, %1
;   br i1 %c, label %more, label %no
;
; more:                                             ; preds = %3
;   %s = call i32 @strncasecmp(ptr %p, ptr %q, i64 4)
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0x0f,0x1f,0x44,0,0\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 2\0A\09.popsection", "i,!i"(ptr getelementptr (i8, ptr @__fz_gates.order.gates, i64 2))
;           to label %4 [label %23], !prof !1, !nosanitize !2, !fz.silent !2
;
; 4:                                                ; preds = %27, %23, %more
;   %5 = phi i64 [ %28, %27 ], [ 0, %23 ], [ 0, %more ]
;   %d = icmp slt i32 %s, 1
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0x0f,0x1f,0x44,0,0\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 2\0A\09.popsection", "i,!i"(ptr getelementptr (i8, ptr @__fz_gates.order.gates, i64 2))
;           to label %6 [label %29], !prof !1, !nosanitize !2, !fz.silent !2
;
; 6:                                                ; preds = %36, %29, %4
;   br i1 %d, label %odd, label %no
;
; odd:                                              ; preds = %6
;   %t = call i32 @bcmp(ptr %p, ptr %q, i64 %n)
;   %e = icmp eq i32 %t, 3
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0x0f,0x1f,0x44,0,0\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 2\0A\09.popsection", "i,!i"(ptr getelementptr (i8, ptr @__fz_gates.order.gates, i64 4))
;           to label %7 [label %38], !prof !1, !nosanitize !2, !fz.silent !2
;
; 7:                                                ; preds = %45, %38, %odd
;   br i1 %e, label %yes, label %no
;
; yes:                                              ; preds = %7
;   ret i32 1
;
; no:                                               ; preds = %7, %6, %3
;   ret i32 0
;
; 8:                                                ; preds = %0
;   %9 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_gates.order.gates) #2, !nosanitize !2
;   %10 = load volatile i16, ptr %9, align 1, !nosanitize !2
;   %11 = icmp ne i16 %10, 0
;   br i1 %11, label %12, label %1, !prof !3, !nosanitize !2, !fz.silent !2
;
; 12:                                               ; preds = %8
;   %13 = notail call preserve_mostcc i64 @__fz_distance_bytes(i32 260, ptr %p, ptr %q, i64 %n) #2, !nosanitize !2
;   br label %1
;
; 14:                                               ; preds = %1
;   %15 = xor i1 %c, true
;   %16 = zext i1 %15 to i32
;   %17 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_gates.order.gates) #2, !nosanitize !2
;   %18 = getelementptr i8, ptr %17, i32 %16
;   %19 = load volatile i8, ptr %18, align 1, !nosanitize !2
;   %20 = icmp ne i8 %19, 0
;   br i1 %20, label %21, label %3, !prof !3, !nosanitize !2, !fz.silent !2
;
; 21:                                               ; preds = %14
;   %22 = or i32 %16, 0
;   notail call preserve_mostcc void @__fz_distance_branch(ptr %17, i32 %22, i64 %2) #2, !nosanitize !2
;   br label %3
;
; 23:                                               ; preds = %more
;   %24 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr getelementptr (i8, ptr @__fz_gates.order.gates, i64 2)) #2, !nosanitize !2
;   %25 = load volatile i16, ptr %24, align 1, !nosanitize !2
;   %26 = icmp ne i16 %25, 0
;   br i1 %26, label %27, label %4, !prof !3, !nosanitize !2, !fz.silent !2
;
; 27:                                               ; preds = %23
;   %28 = notail call preserve_mostcc i64 @__fz_distance_bytes(i32 1286, ptr %p, ptr %q, i64 4) #2, !nosanitize !2
;   br label %4
;
; 29:                                               ; preds = %4
;   %30 = xor i1 %d, true
;   %31 = zext i1 %30 to i32
;   %32 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr getelementptr (i8, ptr @__fz_gates.order.gates, i64 2)) #2, !nosanitize !2
;   %33 = getelementptr i8, ptr %32, i32 %31
;   %34 = load volatile i8, ptr %33, align 1, !nosanitize !2
;   %35 = icmp ne i8 %34, 0
;   br i1 %35, label %36, label %6, !prof !3, !nosanitize !2, !fz.silent !2
;
; 36:                                               ; preds = %29
;   %37 = or i32 %31, 0
;   notail call preserve_mostcc void @__fz_distance_branch(ptr %32, i32 %37, i64 %5) #2, !nosanitize !2
;   br label %6
;
; 38:                                               ; preds = %odd
;   %39 = xor i1 %e, true
;   %40 = zext i1 %39 to i32
;   %41 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr getelementptr (i8, ptr @__fz_gates.order.gates, i64 4)) #2, !nosanitize !2
;   %42 = getelementptr i8, ptr %41, i32 %40
;   %43 = load volatile i8, ptr %42, align 1, !nosanitize !2
;   %44 = icmp ne i8 %43, 0
;   br i1 %44, label %45, label %7, !prof !3, !nosanitize !2, !fz.silent !2
;
; 45:                                               ; preds = %38
;   %46 = zext i32 %t to i64
;   %47 = notail call preserve_mostcc i64 @__fz_distance_integers(i32 8193, i64 %46, i64 3) #2, !nosanitize !2
;   %48 = or i32 %40, 0
;   notail call preserve_mostcc void @__fz_distance_branch(ptr %41, i32 %48, i64 %47) #2, !nosanitize !2
;   br label %7
; }
;
; define i32 @search(ptr %p, ptr %q, i64 %n) #0 comdat {
;   %r = call ptr @strstr(ptr %p, ptr @word)
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0x0f,0x1f,0x44,0,0\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 2\0A\09.popsection", "i,!i"(ptr @__fz_gates.search.gates)
;           to label %1 [label %10], !prof !1, !nosanitize !2, !fz.silent !2
;
; 1:                                                ; preds = %14, %10, %0
;   %2 = phi i64 [ %15, %14 ], [ 0, %10 ], [ 0, %0 ]
;   %c = icmp eq ptr %r, null
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0x0f,0x1f,0x44,0,0\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 2\0A\09.popsection", "i,!i"(ptr @__fz_gates.search.gates)
;           to label %3 [label %16], !prof !1, !nosanitize !2, !fz.silent !2
;
; 3:                                                ; preds = %23, %16, %1
;   br i1 %c, label %no, label %more
;
; more:                                             ; preds = %3
;   %s = call ptr @memmem(ptr %p, i64 %n, ptr %q, i64 3)
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0x0f,0x1f,0x44,0,0\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 2\0A\09.popsection", "i,!i"(ptr getelementptr (i8, ptr @__fz_gates.search.gates, i64 2))
;           to label %4 [label %25], !prof !1, !nosanitize !2, !fz.silent !2
;
; 4:                                                ; preds = %29, %25, %more
;   %5 = phi i64 [ %30, %29 ], [ 0, %25 ], [ 0, %more ]
;   %d = icmp ne ptr %s, null
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0x0f,0x1f,0x44,0,0\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 2\0A\09.popsection", "i,!i"(ptr getelementptr (i8, ptr @__fz_gates.search.gates, i64 2))
;           to label %6 [label %31], !prof !1, !nosanitize !2, !fz.silent !2
;
; 6:                                                ; preds = %38, %31, %4
;   br i1 %d, label %yes, label %no
;
; yes:                                              ; preds = %9, %6
;   %t = call i32 @xmlStrEqual(ptr %p, ptr %q)
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0x0f,0x1f,0x44,0,0\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 2\0A\09.popsection", "i,!i"(ptr getelementptr (i8, ptr @__fz_gates.search.gates, i64 4))
;           to label %7 [label %40], !prof !1, !nosanitize !2, !fz.silent !2
;
; 7:                                                ; preds = %44, %40, %yes
;   %8 = phi i64 [ %45, %44 ], [ 0, %40 ], [ 0, %yes ]
;   %e = icmp ne i32 %t, 0
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0x0f,0x1f,0x44,0,0\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 2\0A\09.popsection", "i,!i"(ptr getelementptr (i8, ptr @__fz_gates.search.gates, i64 4))
;           to label %9 [label %46], !prof !1, !nosanitize !2, !fz.silent !2
;
; 9:                                                ; preds = %53, %46, %7
;   br i1 %e, label %yes, label %no
;
; no:                                               ; preds = %9, %6, %3
;   ret i32 0
;
; 10:                                               ; preds = %0
;   %11 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_gates.search.gates) #2, !nosanitize !2
;   %12 = load volatile i16, ptr %11, align 1, !nosanitize !2
;   %13 = icmp ne i16 %12, 0
;   br i1 %13, label %14, label %1, !prof !3, !nosanitize !2, !fz.silent !2
;
; 14:                                               ; preds = %10
;   %15 = notail call preserve_mostcc i64 @__fz_distance_find(i32 1794, ptr %p, i64 0, ptr @word, i64 0) #2, !nosanitize !2
;   br label %1
;
; 16:                                               ; preds = %1
;   %17 = xor i1 %c, true
;   %18 = zext i1 %17 to i32
;   %19 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_gates.search.gates) #2, !nosanitize !2
;   %20 = getelementptr i8, ptr %19, i32 %18
;   %21 = load volatile i8, ptr %20, align 1, !nosanitize !2
;   %22 = icmp ne i8 %21, 0
;   br i1 %22, label %23, label %3, !prof !3, !nosanitize !2, !fz.silent !2
;
; 23:                                               ; preds = %16
;   %24 = or i32 %18, 0
;   notail call preserve_mostcc void @__fz_distance_branch(ptr %19, i32 %24, i64 %2) #2, !nosanitize !2
;   br label %3
;
; 25:                                               ; preds = %more
;   %26 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr getelementptr (i8, ptr @__fz_gates.search.gates, i64 2)) #2, !nosanitize !2
;   %27 = load volatile i16, ptr %26, align 1, !nosanitize !2
;   %28 = icmp ne i16 %27, 0
;   br i1 %28, label %29, label %4, !prof !3, !nosanitize !2, !fz.silent !2
;
; 29:                                               ; preds = %25
;   %30 = notail call preserve_mostcc i64 @__fz_distance_find(i32 1537, ptr %p, i64 %n, ptr %q, i64 3) #2, !nosanitize !2
;   br label %4
;
; 31:                                               ; preds = %4
;   %32 = xor i1 %d, true
;   %33 = zext i1 %32 to i32
;   %34 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr getelementptr (i8, ptr @__fz_gates.search.gates, i64 2)) #2, !nosanitize !2
;   %35 = getelementptr i8, ptr %34, i32 %33
;   %36 = load volatile i8, ptr %35, align 1, !nosanitize !2
;   %37 = icmp ne i8 %36, 0
;   br i1 %37, label %38, label %6, !prof !3, !nosanitize !2, !fz.silent !2
;
; 38:                                               ; preds = %31
;   %39 = or i32 %33, 0
;   notail call preserve_mostcc void @__fz_distance_branch(ptr %34, i32 %39, i64 %5) #2, !nosanitize !2
;   br label %6
;
; 40:                                               ; preds = %yes
;   %41 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr getelementptr (i8, ptr @__fz_gates.search.gates, i64 4)) #2, !nosanitize !2
;   %42 = load volatile i16, ptr %41, align 1, !nosanitize !2
;   %43 = icmp ne i16 %42, 0
;   br i1 %43, label %44, label %7, !prof !3, !nosanitize !2, !fz.silent !2
;
; 44:                                               ; preds = %40
;   %45 = notail call preserve_mostcc i64 @__fz_distance_bytes(i32 513, ptr %p, ptr %q, i64 0) #2, !nosanitize !2
;   br label %7
;
; 46:                                               ; preds = %7
;   %47 = xor i1 %e, true
;   %48 = zext i1 %47 to i32
;   %49 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr getelementptr (i8, ptr @__fz_gates.search.gates, i64 4)) #2, !nosanitize !2
;   %50 = getelementptr i8, ptr %49, i32 %48
;   %51 = load volatile i8, ptr %50, align 1, !nosanitize !2
;   %52 = icmp ne i8 %51, 0
;   br i1 %52, label %53, label %9, !prof !3, !nosanitize !2, !fz.silent !2
;
; 53:                                               ; preds = %46
;   %54 = or i32 %48, 0
;   notail call preserve_mostcc void @__fz_distance_branch(ptr %49, i32 %54, i64 %8) #2, !nosanitize !2
;   br label %9
; }
;
; declare extern_weak preserve_mostcc i64 @__fz_distance_bytes(i32, ptr, ptr, i64)
;
; declare extern_weak preserve_mostcc void @__fz_distance_branch(ptr, i32, i64)
;
; declare extern_weak preserve_mostcc i64 @__fz_distance_integers(i32, i64, i64)
;
; declare extern_weak preserve_mostcc i64 @__fz_distance_find(i32, ptr, i64, ptr, i64)
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
; !0 = !{!"done:distance", !"7"}
; !1 = !{!"branch_weights", i32 1048575, i32 1}
; !2 = !{}
; !3 = !{!"branch_weights", i32 1, i32 1048575}
