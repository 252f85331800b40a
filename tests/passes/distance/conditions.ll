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
; module asm ".pushsection .debug_fz_distances,\22G\22,%progbits,\22both\22"
; module asm ".long 826432070,72"
; module asm ".quad \22.L__fz_gates.both.gates\22"
; module asm ".long 1,2"
; module asm ".ascii \22\\000both\\000\\000\\000\22"
; module asm ".long 2,100,0,0,0,0,0,0,0,0"
; module asm ".popsection"
; module asm ".pushsection .debug_fz_distances,\22G\22,%progbits,\22neither\22"
; module asm ".long 826432070,76"
; module asm ".quad \22.L__fz_gates.neither.gates\22"
; module asm ".long 1,2"
; module asm ".ascii \22\\000neither\\000\\000\\000\\000\22"
; module asm ".long 2,100,0,0,0,0,0,0,0,0"
; module asm ".popsection"
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
; @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 2, ptr @__fz_register_gates, ptr @__fz_register_gates }]
;
; define i32 @both(i32 %x, i32 %y) #0 comdat {
;   %a = icmp sgt i32 %x, 3
;   %b = icmp ne i32 %y, 5
;   %c = select i1 %a, i1 %b, i1 false
;   br i1 %c, label %yes, label %no
;
; yes:                                              ; preds = %0
;   %1 = load volatile i8, ptr @__fz_gates.both.gates, align 1, !nosanitize !1
;   %2 = icmp ne i8 %1, 0
;   br i1 %2, label %7, label %3, !prof !2, !nosanitize !1
;
; 3:                                                ; preds = %7, %yes
;   ret i32 1
;
; no:                                               ; preds = %0
;   %4 = load volatile i8, ptr getelementptr (i8, ptr @__fz_gates.both.gates, i64 1), align 1, !nosanitize !1
;   %5 = icmp ne i8 %4, 0
;   br i1 %5, label %13, label %6, !prof !2, !nosanitize !1
;
; 6:                                                ; preds = %13, %no
;   ret i32 0
;
; 7:                                                ; preds = %yes
;   %8 = zext i32 %x to i64
;   %9 = notail call i64 @__fz_distance_integers(i32 73731, i64 %8, i64 3) #2, !nosanitize !1
;   %10 = zext i32 %y to i64
;   %11 = notail call i64 @__fz_distance_integers(i32 8194, i64 %10, i64 5) #2, !nosanitize !1
;   %12 = notail call i64 @__fz_distance_both(i64 %9, i64 %11) #2, !nosanitize !1
;   notail call void @__fz_distance_branch(ptr @__fz_gates.both.gates, i32 -2147483648, i64 %12) #2, !nosanitize !1
;   br label %3
;
; 13:                                               ; preds = %no
;   %14 = zext i32 %x to i64
;   %15 = notail call i64 @__fz_distance_integers(i32 73731, i64 %14, i64 3) #2, !nosanitize !1
;   %16 = zext i32 %y to i64
;   %17 = notail call i64 @__fz_distance_integers(i32 8194, i64 %16, i64 5) #2, !nosanitize !1
;   %18 = notail call i64 @__fz_distance_both(i64 %15, i64 %17) #2, !nosanitize !1
;   notail call void @__fz_distance_branch(ptr @__fz_gates.both.gates, i32 -2147483647, i64 %18) #2, !nosanitize !1
;   br label %6
; }
;
; define i32 @neither(i32 %x, i1 %t) #0 comdat {
;   %a = icmp eq i32 %x, 3
;   %b = or i1 %a, %t
;   %c = xor i1 %b, true
;   %d = freeze i1 %c
;   br i1 %d, label %yes, label %no
;
; yes:                                              ; preds = %0
;   %1 = load volatile i8, ptr @__fz_gates.neither.gates, align 1, !nosanitize !1
;   %2 = icmp ne i8 %1, 0
;   br i1 %2, label %7, label %3, !prof !2, !nosanitize !1
;
; 3:                                                ; preds = %7, %yes
;   ret i32 1
;
; no:                                               ; preds = %0
;   %4 = load volatile i8, ptr getelementptr (i8, ptr @__fz_gates.neither.gates, i64 1), align 1, !nosanitize !1
;   %5 = icmp ne i8 %4, 0
;   br i1 %5, label %16, label %6, !prof !2, !nosanitize !1
;
; 6:                                                ; preds = %16, %no
;   ret i32 0
;
; 7:                                                ; preds = %yes
;   %8 = zext i32 %x to i64
;   %9 = notail call i64 @__fz_distance_integers(i32 8193, i64 %8, i64 3) #2, !nosanitize !1
;   %10 = sub i64 0, %9
;   %11 = select i1 %t, i64 -1, i64 1
;   %12 = sub i64 0, %11
;   %13 = notail call i64 @__fz_distance_both(i64 %10, i64 %12) #2, !nosanitize !1
;   %14 = sub i64 0, %13
;   %15 = sub i64 0, %14
;   notail call void @__fz_distance_branch(ptr @__fz_gates.neither.gates, i32 -2147483648, i64 %15) #2, !nosanitize !1
;   br label %3
;
; 16:                                               ; preds = %no
;   %17 = zext i32 %x to i64
;   %18 = notail call i64 @__fz_distance_integers(i32 8193, i64 %17, i64 3) #2, !nosanitize !1
;   %19 = sub i64 0, %18
;   %20 = select i1 %t, i64 -1, i64 1
;   %21 = sub i64 0, %20
;   %22 = notail call i64 @__fz_distance_both(i64 %19, i64 %21) #2, !nosanitize !1
;   %23 = sub i64 0, %22
;   %24 = sub i64 0, %23
;   notail call void @__fz_distance_branch(ptr @__fz_gates.neither.gates, i32 -2147483647, i64 %24) #2, !nosanitize !1
;   br label %6
; }
;
; declare extern_weak i64 @__fz_distance_integers(i32, i64, i64)
;
; declare extern_weak i64 @__fz_distance_both(i64, i64)
;
; declare extern_weak void @__fz_distance_branch(ptr, i32, i64)
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
