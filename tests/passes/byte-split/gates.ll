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
;           to label %23 [label %1], !nosanitize !1, !fz.silent !1
;
; 1:                                                ; preds = %0
;   %2 = xor i32 %x, 305419896
;   %3 = and i32 %2, -1
;   %4 = and i32 %3, 255
;   %5 = icmp eq i32 %4, 0
;   br i1 %5, label %12, label %11
;
; 6:                                                ; preds = %12
;   %7 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_climb) #1, !nosanitize !1
;   %8 = load volatile i8, ptr %7, align 1, !nosanitize !1
;   %9 = icmp ne i8 %8, 0
;   br i1 %9, label %10, label %23, !prof !2, !nosanitize !1, !fz.silent !1
;
; 10:                                               ; preds = %6
;   notail call preserve_mostcc void @__fz_solved(ptr %7) #1, !nosanitize !1
;   br label %23
;
; 11:                                               ; preds = %1
;   br label %23
;
; 12:                                               ; preds = %1
;   %13 = icmp eq i32 %3, 0
;   br i1 %13, label %6, label %14, !fz.step !1
;
; 14:                                               ; preds = %12
;   %15 = and i32 %3, 65280
;   %16 = icmp eq i32 %15, 0
;   br i1 %16, label %18, label %17, !fz.step !1
;
; 17:                                               ; preds = %14
;   br label %23
;
; 18:                                               ; preds = %14
;   %19 = and i32 %3, 16711680
;   %20 = icmp eq i32 %19, 0
;   br i1 %20, label %22, label %21, !fz.step !1
;
; 21:                                               ; preds = %18
;   br label %23
;
; 22:                                               ; preds = %18
;   br label %23
;
; 23:                                               ; preds = %22, %21, %17, %11, %10, %6, %0
;   %c = icmp eq i32 %x, 305419896
;   br i1 %c, label %yes, label %no
;
; yes:                                              ; preds = %23
;   ret i32 1
;
; no:                                               ; preds = %23
;   ret i32 0
; }
;
; define i1 @value(i16 %x) comdat {
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0xe9\0A\09.long ${1:l}-.-4\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 1\0A\09.popsection", "i,!i"(ptr @__fz_climb.1)
;           to label %12 [label %1], !nosanitize !1, !fz.silent !1
;
; 1:                                                ; preds = %0
;   %2 = freeze i16 %x
;   %3 = xor i16 %2, 4660
;   %4 = and i16 %3, -256
;   %5 = icmp eq i16 %4, 0
;   br i1 %5, label %6, label %11
;
; 6:                                                ; preds = %1
;   %7 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_climb.1) #1, !nosanitize !1
;   %8 = load volatile i8, ptr %7, align 1, !nosanitize !1
;   %9 = icmp ne i8 %8, 0
;   br i1 %9, label %10, label %12, !prof !2, !nosanitize !1, !fz.silent !1
;
; 10:                                               ; preds = %6
;   notail call preserve_mostcc void @__fz_solved(ptr %7) #1, !nosanitize !1
;   br label %12
;
; 11:                                               ; preds = %1
;   br label %12
;
; 12:                                               ; preds = %11, %10, %6, %0
;   %c = icmp ult i16 %x, 4660
;   ret i1 %c
; }
;
; define i32 @switch(i16 noundef %x) comdat {
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0xe9\0A\09.long ${1:l}-.-4\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 2\0A\09.popsection", "i,!i"(ptr @__fz_climb.2)
;           to label %17 [label %1], !nosanitize !1, !fz.silent !1
;
; 1:                                                ; preds = %0
;   %2 = lshr i16 %x, 8
;   %3 = trunc i16 %2 to i8
;   %4 = icmp eq i8 %3, 18
;   br i1 %4, label %15, label %17
;
; 5:                                                ; preds = %15
;   %6 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_climb.2) #1, !nosanitize !1
;   %7 = load volatile i8, ptr %6, align 1, !nosanitize !1
;   %8 = icmp ne i8 %7, 0
;   br i1 %8, label %9, label %17, !prof !2, !nosanitize !1, !fz.silent !1
;
; 9:                                                ; preds = %5
;   notail call preserve_mostcc void @__fz_solved(ptr %6) #1, !nosanitize !1
;   br label %17
;
; 10:                                               ; preds = %15
;   %11 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr getelementptr (i8, ptr @__fz_climb.2, i64 1)) #1, !nosanitize !1
;   %12 = load volatile i8, ptr %11, align 1, !nosanitize !1
;   %13 = icmp ne i8 %12, 0
;   br i1 %13, label %14, label %17, !prof !2, !nosanitize !1, !fz.silent !1
;
; 14:                                               ; preds = %10
;   notail call preserve_mostcc void @__fz_solved(ptr %11) #1, !nosanitize !1
;   br label %17
;
; 15:                                               ; preds = %1
;   %16 = trunc i16 %x to i8
;   switch i8 %16, label %17 [
;     i8 52, label %5
;     i8 53, label %10
;   ], !fz.step !1
;
; 17:                                               ; preds = %15, %1, %14, %10, %9, %5, %0
;   switch i16 %x, label %other [
;     i16 4660, label %a
;     i16 4661, label %a
;   ]
;
; a:                                                ; preds = %17, %17
;   ret i32 1
;
; other:                                            ; preds = %17
;   ret i32 0
; }
;
; define i32 @window(i32 noundef %x) comdat {
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0xe9\0A\09.long ${1:l}-.-4\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 1\0A\09.popsection", "i,!i"(ptr @__fz_climb.3)
;           to label %19 [label %1], !nosanitize !1, !fz.silent !1
;
; 1:                                                ; preds = %0
;   %2 = xor i32 %x, 305419896
;   %3 = and i32 %2, -256
;   %4 = icmp eq i32 %3, 0
;   br i1 %4, label %5, label %10
;
; 5:                                                ; preds = %1
;   %6 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_climb.3) #1, !nosanitize !1
;   %7 = load volatile i8, ptr %6, align 1, !nosanitize !1
;   %8 = icmp ne i8 %7, 0
;   br i1 %8, label %9, label %19, !prof !2, !nosanitize !1, !fz.silent !1
;
; 9:                                                ; preds = %5
;   notail call preserve_mostcc void @__fz_solved(ptr %6) #1, !nosanitize !1
;   br label %19
;
; 10:                                               ; preds = %1
;   %11 = and i32 %3, -65536
;   %12 = icmp eq i32 %11, 0
;   br i1 %12, label %13, label %14, !fz.step !1
;
; 13:                                               ; preds = %10
;   br label %19
;
; 14:                                               ; preds = %10
;   %15 = and i32 %3, -16777216
;   %16 = icmp eq i32 %15, 0
;   br i1 %16, label %17, label %18, !fz.step !1
;
; 17:                                               ; preds = %14
;   br label %19
;
; 18:                                               ; preds = %14
;   br label %19
;
; 19:                                               ; preds = %18, %17, %13, %9, %5, %0
;   %lower = icmp ugt i32 %x, 305419896
;   br i1 %lower, label %above, label %no
;
; above:                                            ; preds = %19
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0xe9\0A\09.long ${1:l}-.-4\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 1\0A\09.popsection", "i,!i"(ptr @__fz_climb.4)
;           to label %38 [label %20], !nosanitize !1, !fz.silent !1
;
; 20:                                               ; preds = %above
;   %21 = xor i32 %x, 305419996
;   %22 = and i32 %21, -256
;   %23 = icmp eq i32 %22, 0
;   br i1 %23, label %24, label %29
;
; 24:                                               ; preds = %20
;   %25 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_climb.4) #1, !nosanitize !1
;   %26 = load volatile i8, ptr %25, align 1, !nosanitize !1
;   %27 = icmp ne i8 %26, 0
;   br i1 %27, label %28, label %38, !prof !2, !nosanitize !1, !fz.silent !1
;
; 28:                                               ; preds = %24
;   notail call preserve_mostcc void @__fz_solved(ptr %25) #1, !nosanitize !1
;   br label %38
;
; 29:                                               ; preds = %20
;   %30 = and i32 %22, -65536
;   %31 = icmp eq i32 %30, 0
;   br i1 %31, label %32, label %33, !fz.step !1
;
; 32:                                               ; preds = %29
;   br label %38
;
; 33:                                               ; preds = %29
;   %34 = and i32 %22, -16777216
;   %35 = icmp eq i32 %34, 0
;   br i1 %35, label %36, label %37, !fz.step !1
;
; 36:                                               ; preds = %33
;   br label %38
;
; 37:                                               ; preds = %33
;   br label %38
;
; 38:                                               ; preds = %37, %36, %32, %28, %24, %above
;   %upper = icmp ult i32 %x, 305419996
;   br i1 %upper, label %yes, label %no
;
; yes:                                              ; preds = %38
;   ret i32 1
;
; no:                                               ; preds = %38, %19
;   ret i32 0
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
; !1 = !{}
; !2 = !{!"branch_weights", i32 1, i32 1048575}
