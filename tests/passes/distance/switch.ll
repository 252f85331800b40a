;; Each case of a switch has a gate, also where several lead to the same block, and the default unless it cannot be reached.
; pipeline: distance
target triple = "x86_64-pc-linux-gnu"

define i32 @cases(i16 %x) {
  switch i16 %x, label %none [
    i16 1, label %some
    i16 2, label %some
    i16 -3, label %other
  ]

none:
  ret i32 0

some:
  ret i32 1

other:
  ret i32 2
}

define i32 @all(i8 %x) {
  switch i8 %x, label %never [
    i8 1, label %some
    i8 2, label %other
  ]

never:
  unreachable

some:
  ret i32 1

other:
  ret i32 2
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; record .debug_fz_distances in group cases
;   FunctionBranches { name: "cases", gates: .L__fz_gates.cases.gates, branches: [
;     GatedBranch { first: 0, outcomes: 4, kind: Of(Switch), bits: Some(16), predicate: None, signed: false, constant: Some("1,2,-3"), callee: None, place: ? }] }
; record .debug_fz_distances in group all
;   FunctionBranches { name: "all", gates: .L__fz_gates.all.gates, branches: [
;     GatedBranch { first: 0, outcomes: 3, kind: Of(Switch), bits: Some(8), predicate: None, signed: false, constant: Some("1,2"), callee: None, place: ? }] }
;
; $cases = comdat nodeduplicate
;
; $all = comdat nodeduplicate
;
; $__fz_register_gates = comdat any
;
; @__fz_gates.cases.gates = private externally_initialized global [4 x i8] zeroinitializer, section "__fz_gates", comdat($cases), align 1
; @__fz_cases = private unnamed_addr constant [5 x i64] [i64 3, i64 16, i64 1, i64 2, i64 65533]
; @__fz_gates.all.gates = private externally_initialized global [3 x i8] zeroinitializer, section "__fz_gates", comdat($all), align 1
; @__fz_cases.1 = private unnamed_addr constant [4 x i64] [i64 2, i64 4294967304, i64 1, i64 2]
; @llvm.compiler.used = appending global [2 x ptr] [ptr @__fz_gates.cases.gates, ptr @__fz_gates.all.gates], section "llvm.metadata"
; @__start___fz_gates = extern_weak hidden global i8
; @__stop___fz_gates = extern_weak hidden global i8
; @__start___fz_patches = extern_weak hidden global i8
; @__stop___fz_patches = extern_weak hidden global i8
; @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 2, ptr @__fz_register_gates, ptr @__fz_register_gates }]
;
; define i32 @cases(i16 %x) #0 comdat {
;   switch i16 %x, label %none [
;     i16 1, label %.some_crit_edge
;     i16 2, label %.some_crit_edge1
;     i16 -3, label %other
;   ]
;
; .some_crit_edge1:                                 ; preds = %0
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0x0f,0x1f,0x44,0,0\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 1\0A\09.popsection", "i,!i"(ptr getelementptr (i8, ptr @__fz_gates.cases.gates, i64 2))
;           to label %1 [label %21], !prof !1, !nosanitize !2, !fz.silent !2
;
; 1:                                                ; preds = %25, %21, %.some_crit_edge1
;   br label %some
;
; .some_crit_edge:                                  ; preds = %0
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0x0f,0x1f,0x44,0,0\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 1\0A\09.popsection", "i,!i"(ptr getelementptr (i8, ptr @__fz_gates.cases.gates, i64 1))
;           to label %2 [label %13], !prof !1, !nosanitize !2, !fz.silent !2
;
; 2:                                                ; preds = %17, %13, %.some_crit_edge
;   br label %some
;
; none:                                             ; preds = %0
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0x0f,0x1f,0x44,0,0\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 1\0A\09.popsection", "i,!i"(ptr @__fz_gates.cases.gates)
;           to label %3 [label %5], !prof !1, !nosanitize !2, !fz.silent !2
;
; 3:                                                ; preds = %9, %5, %none
;   ret i32 0
;
; some:                                             ; preds = %1, %2
;   ret i32 1
;
; other:                                            ; preds = %0
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0x0f,0x1f,0x44,0,0\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 1\0A\09.popsection", "i,!i"(ptr getelementptr (i8, ptr @__fz_gates.cases.gates, i64 3))
;           to label %4 [label %29], !prof !1, !nosanitize !2, !fz.silent !2
;
; 4:                                                ; preds = %33, %29, %other
;   ret i32 2
;
; 5:                                                ; preds = %none
;   %6 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_gates.cases.gates) #2, !nosanitize !2
;   %7 = load volatile i8, ptr %6, align 1, !nosanitize !2
;   %8 = icmp ne i8 %7, 0
;   br i1 %8, label %9, label %3, !prof !3, !nosanitize !2, !fz.silent !2
;
; 9:                                                ; preds = %5
;   %10 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_gates.cases.gates) #2, !nosanitize !2
;   %11 = zext i16 %x to i64
;   %12 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_cases) #2, !nosanitize !2
;   notail call preserve_mostcc void @__fz_distance_switch(ptr %10, i32 0, i64 %11, ptr %12) #2, !nosanitize !2
;   br label %3
;
; 13:                                               ; preds = %.some_crit_edge
;   %14 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr getelementptr (i8, ptr @__fz_gates.cases.gates, i64 1)) #2, !nosanitize !2
;   %15 = load volatile i8, ptr %14, align 1, !nosanitize !2
;   %16 = icmp ne i8 %15, 0
;   br i1 %16, label %17, label %2, !prof !3, !nosanitize !2, !fz.silent !2
;
; 17:                                               ; preds = %13
;   %18 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_gates.cases.gates) #2, !nosanitize !2
;   %19 = zext i16 %x to i64
;   %20 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_cases) #2, !nosanitize !2
;   notail call preserve_mostcc void @__fz_distance_switch(ptr %18, i32 1, i64 %19, ptr %20) #2, !nosanitize !2
;   br label %2
;
; 21:                                               ; preds = %.some_crit_edge1
;   %22 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr getelementptr (i8, ptr @__fz_gates.cases.gates, i64 2)) #2, !nosanitize !2
;   %23 = load volatile i8, ptr %22, align 1, !nosanitize !2
;   %24 = icmp ne i8 %23, 0
;   br i1 %24, label %25, label %1, !prof !3, !nosanitize !2, !fz.silent !2
;
; 25:                                               ; preds = %21
;   %26 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_gates.cases.gates) #2, !nosanitize !2
;   %27 = zext i16 %x to i64
;   %28 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_cases) #2, !nosanitize !2
;   notail call preserve_mostcc void @__fz_distance_switch(ptr %26, i32 2, i64 %27, ptr %28) #2, !nosanitize !2
;   br label %1
;
; 29:                                               ; preds = %other
;   %30 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr getelementptr (i8, ptr @__fz_gates.cases.gates, i64 3)) #2, !nosanitize !2
;   %31 = load volatile i8, ptr %30, align 1, !nosanitize !2
;   %32 = icmp ne i8 %31, 0
;   br i1 %32, label %33, label %4, !prof !3, !nosanitize !2, !fz.silent !2
;
; 33:                                               ; preds = %29
;   %34 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_gates.cases.gates) #2, !nosanitize !2
;   %35 = zext i16 %x to i64
;   %36 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_cases) #2, !nosanitize !2
;   notail call preserve_mostcc void @__fz_distance_switch(ptr %34, i32 3, i64 %35, ptr %36) #2, !nosanitize !2
;   br label %4
; }
;
; define i32 @all(i8 %x) #0 comdat {
;   switch i8 %x, label %never [
;     i8 1, label %some
;     i8 2, label %other
;   ]
;
; never:                                            ; preds = %0
;   unreachable
;
; some:                                             ; preds = %0
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0x0f,0x1f,0x44,0,0\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 1\0A\09.popsection", "i,!i"(ptr getelementptr (i8, ptr @__fz_gates.all.gates, i64 1))
;           to label %1 [label %3], !prof !1, !nosanitize !2, !fz.silent !2
;
; 1:                                                ; preds = %7, %3, %some
;   ret i32 1
;
; other:                                            ; preds = %0
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0x0f,0x1f,0x44,0,0\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 1\0A\09.popsection", "i,!i"(ptr getelementptr (i8, ptr @__fz_gates.all.gates, i64 2))
;           to label %2 [label %11], !prof !1, !nosanitize !2, !fz.silent !2
;
; 2:                                                ; preds = %15, %11, %other
;   ret i32 2
;
; 3:                                                ; preds = %some
;   %4 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr getelementptr (i8, ptr @__fz_gates.all.gates, i64 1)) #2, !nosanitize !2
;   %5 = load volatile i8, ptr %4, align 1, !nosanitize !2
;   %6 = icmp ne i8 %5, 0
;   br i1 %6, label %7, label %1, !prof !3, !nosanitize !2, !fz.silent !2
;
; 7:                                                ; preds = %3
;   %8 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_gates.all.gates) #2, !nosanitize !2
;   %9 = zext i8 %x to i64
;   %10 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_cases.1) #2, !nosanitize !2
;   notail call preserve_mostcc void @__fz_distance_switch(ptr %8, i32 1, i64 %9, ptr %10) #2, !nosanitize !2
;   br label %1
;
; 11:                                               ; preds = %other
;   %12 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr getelementptr (i8, ptr @__fz_gates.all.gates, i64 2)) #2, !nosanitize !2
;   %13 = load volatile i8, ptr %12, align 1, !nosanitize !2
;   %14 = icmp ne i8 %13, 0
;   br i1 %14, label %15, label %2, !prof !3, !nosanitize !2, !fz.silent !2
;
; 15:                                               ; preds = %11
;   %16 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_gates.all.gates) #2, !nosanitize !2
;   %17 = zext i8 %x to i64
;   %18 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_cases.1) #2, !nosanitize !2
;   notail call preserve_mostcc void @__fz_distance_switch(ptr %16, i32 2, i64 %17, ptr %18) #2, !nosanitize !2
;   br label %2
; }
;
; declare extern_weak preserve_mostcc void @__fz_distance_switch(ptr, i32, i64, ptr)
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
