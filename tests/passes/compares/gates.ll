;; What can be solved is told of behind a gate: a number, an order, each case, a call. A divisor cannot.
; pipeline: sites<records=off>,compares<gates=on>
; hide: constructor, helpers, target
target triple = "x86_64-pc-linux-gnu"

define i1 @number(i32 %x) {
  %1 = icmp ne i32 %x, 305419896
  ret i1 %1
}

define i1 @order(double noundef %x) {
  %1 = fcmp ult double %x, 1.5
  ret i1 %1
}

define i32 @cases(i16 noundef %x) {
  switch i16 %x, label %other [
    i16 4660, label %a
    i16 4661, label %a
  ]

a:
  ret i32 1

other:
  ret i32 0
}

define i1 @text(ptr noundef %s, ptr noundef %t) {
  %r = call i32 @strcmp(ptr %s, ptr %t)
  %1 = icmp eq i32 %r, 0
  ret i1 %1
}

define i32 @divisor(i32 noundef %x) {
  %1 = udiv i32 7, %x
  ret i32 %1
}

declare i32 @strcmp(ptr, ptr)
;; expected
; $number = comdat nodeduplicate
;
; $order = comdat nodeduplicate
;
; $cases = comdat nodeduplicate
;
; $text = comdat nodeduplicate
;
; $__fz_compares_on = comdat any
;
; @__fz_climb = private externally_initialized global [1 x i8] zeroinitializer, section "__fz_climbs", comdat($number), align 1
; @__fz_compares_on = linkonce_odr hidden global i8 0, comdat
; @__fz_climb.1 = private externally_initialized global [2 x i8] zeroinitializer, section "__fz_climbs", comdat($order), align 1
; @__fz_cases = private unnamed_addr constant [4 x i64] [i64 2, i64 16, i64 4660, i64 4661]
; @__fz_climb.2 = private externally_initialized global [2 x i8] zeroinitializer, section "__fz_climbs", comdat($cases), align 1
; @__fz_climb.3 = private externally_initialized global [1 x i8] zeroinitializer, section "__fz_climbs", comdat($text), align 1
;
; define i1 @number(i32 %x) #0 comdat {
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0xe9\0A\09.long ${1:l}-.-4\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 1\0A\09.popsection", "i,!i"(ptr @__fz_climb)
;           to label %1 [label %3], !prof !3, !nosanitize !4, !fz.silent !4
;
; 1:                                                ; preds = %11, %3, %10, %6, %0
;   %2 = icmp ne i32 %x, 305419896
;   ret i1 %2
;
; 3:                                                ; preds = %0
;   %4 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !4
;   %5 = icmp ne i8 %4, 0
;   br i1 %5, label %11, label %1, !prof !5, !nosanitize !4
;
; 6:                                                ; preds = %11
;   %7 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_climb) #3, !nosanitize !4
;   %8 = load volatile i8, ptr %7, align 1, !nosanitize !4
;   %9 = icmp ne i8 %8, 0
;   br i1 %9, label %10, label %1, !prof !6, !nosanitize !4, !fz.silent !4
;
; 10:                                               ; preds = %6
;   notail call preserve_mostcc void @__fz_solved(ptr %7) #3, !nosanitize !4
;   br label %1
;
; 11:                                               ; preds = %3
;   notail call void @__fz_tell.__sanitizer_cov_trace_const_cmp4(i32 zeroext 305419896, i32 zeroext %x) #4, !nosanitize !4
;   %12 = freeze i32 %x
;   %13 = icmp eq i32 %12, 305419896
;   br i1 %13, label %6, label %1, !nosanitize !4
; }
;
; define i1 @order(double noundef %x) #0 comdat {
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0xe9\0A\09.long ${1:l}-.-4\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 2\0A\09.popsection", "i,!i"(ptr @__fz_climb.1)
;           to label %1 [label %3], !prof !3, !nosanitize !4, !fz.silent !4
;
; 1:                                                ; preds = %3, %15, %11, %10, %6, %0
;   %2 = fcmp ult double %x, 1.500000e+00
;   ret i1 %2
;
; 3:                                                ; preds = %0
;   %4 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !4
;   %5 = icmp ne i8 %4, 0
;   br i1 %5, label %16, label %1, !prof !5, !nosanitize !4
;
; 6:                                                ; preds = %16
;   %7 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_climb.1) #3, !nosanitize !4
;   %8 = load volatile i8, ptr %7, align 1, !nosanitize !4
;   %9 = icmp ne i8 %8, 0
;   br i1 %9, label %10, label %1, !prof !6, !nosanitize !4, !fz.silent !4
;
; 10:                                               ; preds = %6
;   notail call preserve_mostcc void @__fz_solved(ptr %7) #3, !nosanitize !4
;   br label %1
;
; 11:                                               ; preds = %16
;   %12 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr getelementptr (i8, ptr @__fz_climb.1, i64 1)) #3, !nosanitize !4
;   %13 = load volatile i8, ptr %12, align 1, !nosanitize !4
;   %14 = icmp ne i8 %13, 0
;   br i1 %14, label %15, label %1, !prof !6, !nosanitize !4, !fz.silent !4
;
; 15:                                               ; preds = %11
;   notail call preserve_mostcc void @__fz_solved(ptr %12) #3, !nosanitize !4
;   br label %1
;
; 16:                                               ; preds = %3
;   %17 = bitcast double %x to i64
;   notail call void @__fz_tell.__sanitizer_cov_trace_const_cmp8(i64 4609434218613702656, i64 %17) #4, !nosanitize !4
;   %18 = fcmp olt double %x, 1.500000e+00
;   br i1 %18, label %6, label %11, !nosanitize !4
; }
;
; define i32 @cases(i16 noundef %x) #0 comdat {
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0xe9\0A\09.long ${1:l}-.-4\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 2\0A\09.popsection", "i,!i"(ptr @__fz_climb.2)
;           to label %1 [label %2], !prof !3, !nosanitize !4, !fz.silent !4
;
; 1:                                                ; preds = %15, %2, %14, %10, %9, %5, %0
;   switch i16 %x, label %other [
;     i16 4660, label %a
;     i16 4661, label %a
;   ]
;
; a:                                                ; preds = %1, %1
;   ret i32 1
;
; other:                                            ; preds = %1
;   ret i32 0
;
; 2:                                                ; preds = %0
;   %3 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !4
;   %4 = icmp ne i8 %3, 0
;   br i1 %4, label %15, label %1, !prof !5, !nosanitize !4
;
; 5:                                                ; preds = %15
;   %6 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_climb.2) #3, !nosanitize !4
;   %7 = load volatile i8, ptr %6, align 1, !nosanitize !4
;   %8 = icmp ne i8 %7, 0
;   br i1 %8, label %9, label %1, !prof !6, !nosanitize !4, !fz.silent !4
;
; 9:                                                ; preds = %5
;   notail call preserve_mostcc void @__fz_solved(ptr %6) #3, !nosanitize !4
;   br label %1
;
; 10:                                               ; preds = %15
;   %11 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr getelementptr (i8, ptr @__fz_climb.2, i64 1)) #3, !nosanitize !4
;   %12 = load volatile i8, ptr %11, align 1, !nosanitize !4
;   %13 = icmp ne i8 %12, 0
;   br i1 %13, label %14, label %1, !prof !6, !nosanitize !4, !fz.silent !4
;
; 14:                                               ; preds = %10
;   notail call preserve_mostcc void @__fz_solved(ptr %11) #3, !nosanitize !4
;   br label %1
;
; 15:                                               ; preds = %2
;   %16 = zext i16 %x to i64
;   notail call void @__fz_tell.__sanitizer_cov_trace_switch(i64 %16, ptr @__fz_cases) #4, !nosanitize !4
;   switch i16 %x, label %1 [
;     i16 4660, label %5
;     i16 4661, label %10
;   ], !nosanitize !4
; }
;
; define i1 @text(ptr noundef %s, ptr noundef %t) #0 comdat {
;   %r = call i32 @strcmp(ptr %s, ptr %t)
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0xe9\0A\09.long ${1:l}-.-4\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 1\0A\09.popsection", "i,!i"(ptr @__fz_climb.3)
;           to label %1 [label %3], !prof !3, !nosanitize !4, !fz.silent !4
;
; 1:                                                ; preds = %11, %3, %10, %6, %0
;   %2 = icmp eq i32 %r, 0
;   ret i1 %2
;
; 3:                                                ; preds = %0
;   %4 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !4
;   %5 = icmp ne i8 %4, 0
;   br i1 %5, label %11, label %1, !prof !5, !nosanitize !4
;
; 6:                                                ; preds = %11
;   %7 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_climb.3) #3, !nosanitize !4
;   %8 = load volatile i8, ptr %7, align 1, !nosanitize !4
;   %9 = icmp ne i8 %8, 0
;   br i1 %9, label %10, label %1, !prof !6, !nosanitize !4, !fz.silent !4
;
; 10:                                               ; preds = %6
;   notail call preserve_mostcc void @__fz_solved(ptr %7) #3, !nosanitize !4
;   br label %1
;
; 11:                                               ; preds = %3
;   %12 = icmp ne i32 %r, 0
;   %13 = zext i1 %12 to i32
;   notail call void @__fz_tell.__sanitizer_weak_hook_strcmp(ptr @text, ptr %s, ptr %t, i32 zeroext %13) #4, !nosanitize !4
;   %14 = freeze i32 %r
;   %15 = icmp eq i32 %14, 0
;   br i1 %15, label %6, label %1, !nosanitize !4
; }
;
; define i32 @divisor(i32 noundef %x) #0 {
;   %1 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !4
;   %2 = icmp ne i8 %1, 0
;   br i1 %2, label %5, label %3, !prof !5, !nosanitize !4
;
; 3:                                                ; preds = %5, %0
;   %4 = udiv i32 7, %x
;   ret i32 %4
;
; 5:                                                ; preds = %0
;   notail call void @__fz_tell.__sanitizer_cov_trace_div4(i32 zeroext %x) #4, !nosanitize !4
;   br label %3
; }
;
; declare i32 @strcmp(ptr, ptr)
;
; declare extern_weak preserve_mostcc void @__fz_solved(ptr)
;
; declare extern_weak void @__sanitizer_cov_trace_const_cmp4(i32, i32)
;
; declare extern_weak void @__sanitizer_cov_trace_const_cmp8(i64, i64)
;
; declare extern_weak void @__sanitizer_cov_trace_switch(i64, ptr)
;
; declare extern_weak void @__sanitizer_weak_hook_strcmp(ptr, ptr, ptr, i32)
;
; declare extern_weak void @__sanitizer_cov_trace_div4(i32)
;
; declare extern_weak void @__sanitizer_cov_trace_cmp1(i8, i8)
;
; attributes #0 = { "fz-sites" }
; attributes #1 = { disable_sanitizer_instrumentation noinline nounwind }
; attributes #2 = { disable_sanitizer_instrumentation nounwind }
; attributes #3 = { nounwind }
; attributes #4 = { nomerge nounwind }
;
; !fz.facts = !{!0, !1, !2}
;
; !0 = !{!"done:sites", !"6"}
; !1 = !{!"done:compares", !"5"}
; !2 = !{!"skipped:compares:untold", !"1"}
; !3 = !{!"branch_weights", i32 1048575, i32 1}
; !4 = !{}
; !5 = !{!"branch_weights", i32 9, i32 1}
; !6 = !{!"branch_weights", i32 1, i32 1048575}
