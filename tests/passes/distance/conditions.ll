;; Conditions that are still in one branch are taken apart; the second part of a logical one may be poison, which is only
;; passed on. What is no compare is as far as 1.
; pipeline: distance<keep=minimum>
target triple = "x86_64-pc-linux-gnu"

define i32 @both(i32 %x, i32 %y) {
  %a = icmp sgt i32 %x, 3
  %b = icmp ne i32 %y, 5
  %c = select i1 %a, i1 %b, i1 false
  br i1 %c, label %yes, label %no

yes:
  ret i32 1

no:
  ret i32 0
}

define i32 @neither(i32 %x, i1 %t) {
  %a = icmp eq i32 %x, 3
  %b = or i1 %a, %t
  %c = xor i1 %b, true
  %d = freeze i1 %c
  br i1 %d, label %yes, label %no

yes:
  ret i32 1

no:
  ret i32 0
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; record .debug_fz_distances in group both
;   FunctionBranches { name: "both", gates: .L__fz_gates.both.gates, branches: [
;     GatedBranch { first: 0, outcomes: 2, kind: Several, bits: None, predicate: None, signed: false, constant: None, callee: None, place: ? }] }
; record .debug_fz_distances in group neither
;   FunctionBranches { name: "neither", gates: .L__fz_gates.neither.gates, branches: [
;     GatedBranch { first: 0, outcomes: 2, kind: Several, bits: None, predicate: None, signed: false, constant: None, callee: None, place: ? }] }
;
; $both = comdat nodeduplicate
;
; $neither = comdat nodeduplicate
;
; $__fz_register_gates = comdat any
;
; @__fz_gates.both.gates = private externally_initialized global [2 x i8] zeroinitializer, section "__fz_gates", comdat($both), align 1
; @__fz_gates.neither.gates = private externally_initialized global [2 x i8] zeroinitializer, section "__fz_gates", comdat($neither), align 1
; @llvm.compiler.used = appending global [2 x ptr] [ptr @__fz_gates.both.gates, ptr @__fz_gates.neither.gates], section "llvm.metadata"
; @__start___fz_gates = extern_weak hidden global i8
; @__stop___fz_gates = extern_weak hidden global i8
; @__start___fz_patches = extern_weak hidden global i8
; @__stop___fz_patches = extern_weak hidden global i8
; @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 2, ptr @__fz_register_gates, ptr @__fz_register_gates }]
;
; define i32 @both(i32 %x, i32 %y) #0 comdat {
;   %a = icmp sgt i32 %x, 3
;   %b = icmp ne i32 %y, 5
;   %c = select i1 %a, i1 %b, i1 false
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0x0f,0x1f,0x44,0,0\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 2\0A\09.popsection", "i,!i"(ptr @__fz_gates.both.gates)
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
;   %5 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_gates.both.gates) #2, !nosanitize !2
;   %6 = getelementptr i8, ptr %5, i32 %4
;   %7 = load volatile i8, ptr %6, align 1, !nosanitize !2
;   %8 = icmp ne i8 %7, 0
;   br i1 %8, label %9, label %1, !prof !3, !nosanitize !2, !fz.silent !2
;
; 9:                                                ; preds = %2
;   %10 = zext i32 %x to i64
;   %11 = notail call preserve_mostcc i64 @__fz_distance_integers(i32 73731, i64 %10, i64 3) #2, !nosanitize !2
;   %12 = zext i32 %y to i64
;   %13 = notail call preserve_mostcc i64 @__fz_distance_integers(i32 8194, i64 %12, i64 5) #2, !nosanitize !2
;   %14 = notail call preserve_mostcc i64 @__fz_distance_both(i64 %11, i64 %13) #2, !nosanitize !2
;   %15 = or i32 %4, -2147483648
;   notail call preserve_mostcc void @__fz_distance_branch(ptr %5, i32 %15, i64 %14) #2, !nosanitize !2
;   br label %1
; }
;
; define i32 @neither(i32 %x, i1 %t) #0 comdat {
;   %a = icmp eq i32 %x, 3
;   %b = or i1 %a, %t
;   %c = xor i1 %b, true
;   %d = freeze i1 %c
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0x0f,0x1f,0x44,0,0\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 2\0A\09.popsection", "i,!i"(ptr @__fz_gates.neither.gates)
;           to label %1 [label %2], !prof !1, !nosanitize !2, !fz.silent !2
;
; 1:                                                ; preds = %9, %2, %0
;   br i1 %d, label %yes, label %no
;
; yes:                                              ; preds = %1
;   ret i32 1
;
; no:                                               ; preds = %1
;   ret i32 0
;
; 2:                                                ; preds = %0
;   %3 = xor i1 %d, true
;   %4 = zext i1 %3 to i32
;   %5 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_gates.neither.gates) #2, !nosanitize !2
;   %6 = getelementptr i8, ptr %5, i32 %4
;   %7 = load volatile i8, ptr %6, align 1, !nosanitize !2
;   %8 = icmp ne i8 %7, 0
;   br i1 %8, label %9, label %1, !prof !3, !nosanitize !2, !fz.silent !2
;
; 9:                                                ; preds = %2
;   %10 = zext i32 %x to i64
;   %11 = notail call preserve_mostcc i64 @__fz_distance_integers(i32 8193, i64 %10, i64 3) #2, !nosanitize !2
;   %12 = sub i64 0, %11
;   %13 = select i1 %t, i64 -1, i64 1
;   %14 = sub i64 0, %13
;   %15 = notail call preserve_mostcc i64 @__fz_distance_both(i64 %12, i64 %14) #2, !nosanitize !2
;   %16 = sub i64 0, %15
;   %17 = sub i64 0, %16
;   %18 = or i32 %4, -2147483648
;   notail call preserve_mostcc void @__fz_distance_branch(ptr %5, i32 %18, i64 %17) #2, !nosanitize !2
;   br label %1
; }
;
; declare extern_weak preserve_mostcc i64 @__fz_distance_integers(i32, i64, i64)
;
; declare extern_weak preserve_mostcc i64 @__fz_distance_both(i64, i64)
;
; declare extern_weak preserve_mostcc void @__fz_distance_branch(ptr, i32, i64)
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
; !0 = !{!"done:distance", !"2"}
; !1 = !{!"branch_weights", i32 1048575, i32 1}
; !2 = !{}
; !3 = !{!"branch_weights", i32 1, i32 1048575}
