;; Steps beside the compare, which stays: a branch, a value, an order, a switch. The second bound has the steps of the
;; first, too, whose gate may be shut by then.
; pipeline: byte-split<gates=on;floats=on>
target triple = "x86_64-pc-linux-gnu"

define i32 @branch(i32 noundef %x) {
  %c = icmp eq i32 %x, 305419896
  br i1 %c, label %yes, label %no

yes:
  ret i32 1

no:
  ret i32 0
}

define i1 @value(i16 %x) {
  %c = icmp ult i16 %x, 4660
  ret i1 %c
}

define i32 @switch(i16 noundef %x) {
  switch i16 %x, label %other [
    i16 4660, label %a
    i16 4661, label %a
  ]

a:
  ret i32 1

other:
  ret i32 0
}

define i32 @window(i32 noundef %x) {
  %lower = icmp ugt i32 %x, 305419896
  br i1 %lower, label %above, label %no

above:
  %upper = icmp ult i32 %x, 305419996
  br i1 %upper, label %yes, label %no

yes:
  ret i32 1

no:
  ret i32 0
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; $branch = comdat nodeduplicate
;
; $value = comdat nodeduplicate
;
; $switch = comdat nodeduplicate
;
; $window = comdat nodeduplicate
;
; $__fz_register_climbs = comdat any
;
; @__fz_climb = private externally_initialized global [1 x i8] zeroinitializer, section "__fz_climbs", comdat($branch), align 1
; @__fz_climb.1 = private externally_initialized global [1 x i8] zeroinitializer, section "__fz_climbs", comdat($value), align 1
; @__fz_climb.2 = private externally_initialized global [2 x i8] zeroinitializer, section "__fz_climbs", comdat($switch), align 1
; @__fz_climb.3 = private externally_initialized global [1 x i8] zeroinitializer, section "__fz_climbs", comdat($window), align 1
; @__fz_climb.4 = private externally_initialized global [1 x i8] zeroinitializer, section "__fz_climbs", comdat($window), align 1
; @__start___fz_climbs = extern_weak hidden global i8
; @__stop___fz_climbs = extern_weak hidden global i8
; @__start___fz_patches = extern_weak hidden global i8
; @__stop___fz_patches = extern_weak hidden global i8
; @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 2, ptr @__fz_register_climbs, ptr @__fz_register_climbs }]
;
; define i32 @branch(i32 noundef %x) comdat {
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0xe9\0A\09.long ${1:l}-.-4\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 1\0A\09.popsection", "i,!i"(ptr @__fz_climb)
;           to label %13 [label %14], !prof !1, !nosanitize !2, !fz.silent !2
;
; 1:                                                ; preds = %14
;   br label %13
;
; 2:                                                ; preds = %14
;   %3 = icmp eq i32 %16, 0
;   br i1 %3, label %19, label %4, !fz.step !2
;
; 4:                                                ; preds = %2
;   %5 = and i32 %16, 65280
;   %6 = icmp eq i32 %5, 0
;   br i1 %6, label %8, label %7, !fz.step !2
;
; 7:                                                ; preds = %4
;   br label %13
;
; 8:                                                ; preds = %4
;   %9 = and i32 %16, 16711680
;   %10 = icmp eq i32 %9, 0
;   br i1 %10, label %12, label %11, !fz.step !2
;
; 11:                                               ; preds = %8
;   br label %13
;
; 12:                                               ; preds = %8
;   br label %13
;
; 13:                                               ; preds = %12, %11, %7, %1, %23, %19, %0
;   %c = icmp eq i32 %x, 305419896
;   br i1 %c, label %yes, label %no
;
; yes:                                              ; preds = %13
;   ret i32 1
;
; no:                                               ; preds = %13
;   ret i32 0
;
; 14:                                               ; preds = %0
;   %15 = xor i32 %x, 305419896
;   %16 = and i32 %15, -1
;   %17 = and i32 %16, 255
;   %18 = icmp eq i32 %17, 0
;   br i1 %18, label %2, label %1
;
; 19:                                               ; preds = %2
;   %20 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_climb) #1, !nosanitize !2
;   %21 = load volatile i8, ptr %20, align 1, !nosanitize !2
;   %22 = icmp ne i8 %21, 0
;   br i1 %22, label %23, label %13, !prof !3, !nosanitize !2, !fz.silent !2
;
; 23:                                               ; preds = %19
;   notail call preserve_mostcc void @__fz_solved(ptr %20) #1, !nosanitize !2
;   br label %13
; }
;
; define i1 @value(i16 %x) comdat {
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0xe9\0A\09.long ${1:l}-.-4\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 1\0A\09.popsection", "i,!i"(ptr @__fz_climb.1)
;           to label %2 [label %3], !prof !1, !nosanitize !2, !fz.silent !2
;
; 1:                                                ; preds = %3
;   br label %2
;
; 2:                                                ; preds = %1, %12, %8, %0
;   %c = icmp ult i16 %x, 4660
;   ret i1 %c
;
; 3:                                                ; preds = %0
;   %4 = freeze i16 %x
;   %5 = xor i16 %4, 4660
;   %6 = and i16 %5, -256
;   %7 = icmp eq i16 %6, 0
;   br i1 %7, label %8, label %1
;
; 8:                                                ; preds = %3
;   %9 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_climb.1) #1, !nosanitize !2
;   %10 = load volatile i8, ptr %9, align 1, !nosanitize !2
;   %11 = icmp ne i8 %10, 0
;   br i1 %11, label %12, label %2, !prof !3, !nosanitize !2, !fz.silent !2
;
; 12:                                               ; preds = %8
;   notail call preserve_mostcc void @__fz_solved(ptr %9) #1, !nosanitize !2
;   br label %2
; }
;
; define i32 @switch(i16 noundef %x) comdat {
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0xe9\0A\09.long ${1:l}-.-4\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 2\0A\09.popsection", "i,!i"(ptr @__fz_climb.2)
;           to label %3 [label %4], !prof !1, !nosanitize !2, !fz.silent !2
;
; 1:                                                ; preds = %4
;   %2 = trunc i16 %x to i8
;   switch i8 %2, label %3 [
;     i8 52, label %8
;     i8 53, label %13
;   ], !fz.step !2
;
; 3:                                                ; preds = %1, %4, %17, %13, %12, %8, %0
;   switch i16 %x, label %other [
;     i16 4660, label %a
;     i16 4661, label %a
;   ]
;
; a:                                                ; preds = %3, %3
;   ret i32 1
;
; other:                                            ; preds = %3
;   ret i32 0
;
; 4:                                                ; preds = %0
;   %5 = lshr i16 %x, 8
;   %6 = trunc i16 %5 to i8
;   %7 = icmp eq i8 %6, 18
;   br i1 %7, label %1, label %3
;
; 8:                                                ; preds = %1
;   %9 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_climb.2) #1, !nosanitize !2
;   %10 = load volatile i8, ptr %9, align 1, !nosanitize !2
;   %11 = icmp ne i8 %10, 0
;   br i1 %11, label %12, label %3, !prof !3, !nosanitize !2, !fz.silent !2
;
; 12:                                               ; preds = %8
;   notail call preserve_mostcc void @__fz_solved(ptr %9) #1, !nosanitize !2
;   br label %3
;
; 13:                                               ; preds = %1
;   %14 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr getelementptr (i8, ptr @__fz_climb.2, i64 1)) #1, !nosanitize !2
;   %15 = load volatile i8, ptr %14, align 1, !nosanitize !2
;   %16 = icmp ne i8 %15, 0
;   br i1 %16, label %17, label %3, !prof !3, !nosanitize !2, !fz.silent !2
;
; 17:                                               ; preds = %13
;   notail call preserve_mostcc void @__fz_solved(ptr %14) #1, !nosanitize !2
;   br label %3
; }
;
; define i32 @window(i32 noundef %x) comdat {
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0xe9\0A\09.long ${1:l}-.-4\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 1\0A\09.popsection", "i,!i"(ptr @__fz_climb.3)
;           to label %10 [label %21], !prof !1, !nosanitize !2, !fz.silent !2
;
; 1:                                                ; preds = %21
;   %2 = and i32 %23, -65536
;   %3 = icmp eq i32 %2, 0
;   br i1 %3, label %4, label %5, !fz.step !2
;
; 4:                                                ; preds = %1
;   br label %10
;
; 5:                                                ; preds = %1
;   %6 = and i32 %23, -16777216
;   %7 = icmp eq i32 %6, 0
;   br i1 %7, label %8, label %9, !fz.step !2
;
; 8:                                                ; preds = %5
;   br label %10
;
; 9:                                                ; preds = %5
;   br label %10
;
; 10:                                               ; preds = %9, %8, %4, %29, %25, %0
;   %lower = icmp ugt i32 %x, 305419896
;   br i1 %lower, label %above, label %no
;
; above:                                            ; preds = %10
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0xe9\0A\09.long ${1:l}-.-4\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 1\0A\09.popsection", "i,!i"(ptr @__fz_climb.4)
;           to label %20 [label %30], !prof !1, !nosanitize !2, !fz.silent !2
;
; 11:                                               ; preds = %30
;   %12 = and i32 %32, -65536
;   %13 = icmp eq i32 %12, 0
;   br i1 %13, label %14, label %15, !fz.step !2
;
; 14:                                               ; preds = %11
;   br label %20
;
; 15:                                               ; preds = %11
;   %16 = and i32 %32, -16777216
;   %17 = icmp eq i32 %16, 0
;   br i1 %17, label %18, label %19, !fz.step !2
;
; 18:                                               ; preds = %15
;   br label %20
;
; 19:                                               ; preds = %15
;   br label %20
;
; 20:                                               ; preds = %19, %18, %14, %38, %34, %above
;   %upper = icmp ult i32 %x, 305419996
;   br i1 %upper, label %yes, label %no
;
; yes:                                              ; preds = %20
;   ret i32 1
;
; no:                                               ; preds = %20, %10
;   ret i32 0
;
; 21:                                               ; preds = %0
;   %22 = xor i32 %x, 305419896
;   %23 = and i32 %22, -256
;   %24 = icmp eq i32 %23, 0
;   br i1 %24, label %25, label %1
;
; 25:                                               ; preds = %21
;   %26 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_climb.3) #1, !nosanitize !2
;   %27 = load volatile i8, ptr %26, align 1, !nosanitize !2
;   %28 = icmp ne i8 %27, 0
;   br i1 %28, label %29, label %10, !prof !3, !nosanitize !2, !fz.silent !2
;
; 29:                                               ; preds = %25
;   notail call preserve_mostcc void @__fz_solved(ptr %26) #1, !nosanitize !2
;   br label %10
;
; 30:                                               ; preds = %above
;   %31 = xor i32 %x, 305419996
;   %32 = and i32 %31, -256
;   %33 = icmp eq i32 %32, 0
;   br i1 %33, label %34, label %11
;
; 34:                                               ; preds = %30
;   %35 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_climb.4) #1, !nosanitize !2
;   %36 = load volatile i8, ptr %35, align 1, !nosanitize !2
;   %37 = icmp ne i8 %36, 0
;   br i1 %37, label %38, label %20, !prof !3, !nosanitize !2, !fz.silent !2
;
; 38:                                               ; preds = %34
;   notail call preserve_mostcc void @__fz_solved(ptr %35) #1, !nosanitize !2
;   br label %20
; }
;
; declare extern_weak preserve_mostcc void @__fz_solved(ptr)
;
; ; Function Attrs: disable_sanitizer_instrumentation nounwind
; define linkonce_odr hidden void @__fz_register_climbs() #0 comdat {
;   %1 = icmp ne ptr @__fz_climbs_init, null
;   br i1 %1, label %2, label %3
;
; 2:                                                ; preds = %0
;   call void @__fz_climbs_init(ptr @__start___fz_climbs, ptr @__stop___fz_climbs, ptr @__start___fz_patches, ptr @__stop___fz_patches)
;   br label %3
;
; 3:                                                ; preds = %2, %0
;   ret void
; }
;
; declare extern_weak void @__fz_climbs_init(ptr, ptr, ptr, ptr)
;
; attributes #0 = { disable_sanitizer_instrumentation nounwind }
; attributes #1 = { nounwind }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:byte-split", !"5"}
; !1 = !{!"branch_weights", i32 1048575, i32 1}
; !2 = !{}
; !3 = !{!"branch_weights", i32 1, i32 1048575}
