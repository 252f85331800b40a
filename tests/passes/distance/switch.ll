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
; module asm ".pushsection .debug_fz_distances,\22G\22,%progbits,\22cases\22"
; module asm ".long 826432070,80"
; module asm ".quad \22.L__fz_gates.cases.gates\22"
; module asm ".long 1,3"
; module asm ".ascii \22\\000cases\\0001,2,-3\\000\\000\\000\22"
; module asm ".long 4,5,16,0,0,2,0,0,0,0"
; module asm ".popsection"
; module asm ".pushsection .debug_fz_distances,\22G\22,%progbits,\22all\22"
; module asm ".long 826432070,76"
; module asm ".quad \22.L__fz_gates.all.gates\22"
; module asm ".long 1,3"
; module asm ".ascii \22\\000all\\0001,2\\000\\000\\000\\000\22"
; module asm ".long 3,5,8,0,0,2,0,0,0,0"
; module asm ".popsection"
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
;   %1 = load volatile i8, ptr getelementptr (i8, ptr @__fz_gates.cases.gates, i64 2), align 1, !nosanitize !1
;   %2 = icmp ne i8 %1, 0
;   br i1 %2, label %17, label %3, !prof !2, !nosanitize !1
;
; 3:                                                ; preds = %17, %.some_crit_edge1
;   br label %some
;
; .some_crit_edge:                                  ; preds = %0
;   %4 = load volatile i8, ptr getelementptr (i8, ptr @__fz_gates.cases.gates, i64 1), align 1, !nosanitize !1
;   %5 = icmp ne i8 %4, 0
;   br i1 %5, label %15, label %6, !prof !2, !nosanitize !1
;
; 6:                                                ; preds = %15, %.some_crit_edge
;   br label %some
;
; none:                                             ; preds = %0
;   %7 = load volatile i8, ptr @__fz_gates.cases.gates, align 1, !nosanitize !1
;   %8 = icmp ne i8 %7, 0
;   br i1 %8, label %13, label %9, !prof !2, !nosanitize !1
;
; 9:                                                ; preds = %13, %none
;   ret i32 0
;
; some:                                             ; preds = %3, %6
;   ret i32 1
;
; other:                                            ; preds = %0
;   %10 = load volatile i8, ptr getelementptr (i8, ptr @__fz_gates.cases.gates, i64 3), align 1, !nosanitize !1
;   %11 = icmp ne i8 %10, 0
;   br i1 %11, label %19, label %12, !prof !2, !nosanitize !1
;
; 12:                                               ; preds = %19, %other
;   ret i32 2
;
; 13:                                               ; preds = %none
;   %14 = zext i16 %x to i64
;   notail call void @__fz_distance_switch(ptr @__fz_gates.cases.gates, i32 0, i64 %14, ptr @__fz_cases) #2, !nosanitize !1
;   br label %9
;
; 15:                                               ; preds = %.some_crit_edge
;   %16 = zext i16 %x to i64
;   notail call void @__fz_distance_switch(ptr @__fz_gates.cases.gates, i32 1, i64 %16, ptr @__fz_cases) #2, !nosanitize !1
;   br label %6
;
; 17:                                               ; preds = %.some_crit_edge1
;   %18 = zext i16 %x to i64
;   notail call void @__fz_distance_switch(ptr @__fz_gates.cases.gates, i32 2, i64 %18, ptr @__fz_cases) #2, !nosanitize !1
;   br label %3
;
; 19:                                               ; preds = %other
;   %20 = zext i16 %x to i64
;   notail call void @__fz_distance_switch(ptr @__fz_gates.cases.gates, i32 3, i64 %20, ptr @__fz_cases) #2, !nosanitize !1
;   br label %12
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
;   %1 = load volatile i8, ptr getelementptr (i8, ptr @__fz_gates.all.gates, i64 1), align 1, !nosanitize !1
;   %2 = icmp ne i8 %1, 0
;   br i1 %2, label %7, label %3, !prof !2, !nosanitize !1
;
; 3:                                                ; preds = %7, %some
;   ret i32 1
;
; other:                                            ; preds = %0
;   %4 = load volatile i8, ptr getelementptr (i8, ptr @__fz_gates.all.gates, i64 2), align 1, !nosanitize !1
;   %5 = icmp ne i8 %4, 0
;   br i1 %5, label %9, label %6, !prof !2, !nosanitize !1
;
; 6:                                                ; preds = %9, %other
;   ret i32 2
;
; 7:                                                ; preds = %some
;   %8 = zext i8 %x to i64
;   notail call void @__fz_distance_switch(ptr @__fz_gates.all.gates, i32 1, i64 %8, ptr @__fz_cases.1) #2, !nosanitize !1
;   br label %3
;
; 9:                                                ; preds = %other
;   %10 = zext i8 %x to i64
;   notail call void @__fz_distance_switch(ptr @__fz_gates.all.gates, i32 2, i64 %10, ptr @__fz_cases.1) #2, !nosanitize !1
;   br label %6
; }
;
; declare extern_weak void @__fz_distance_switch(ptr, i32, i64, ptr)
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
; !0 = !{!"done:distance", !"2"}
; !1 = !{}
; !2 = !{!"branch_weights", i32 1, i32 1048575}
