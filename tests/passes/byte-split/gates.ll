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
; @__fz_climb = private externally_initialized global [2 x i8] zeroinitializer, section "__fz_climbs", comdat($branch), align 1
; @__fz_climb.1 = private externally_initialized global [2 x i8] zeroinitializer, section "__fz_climbs", comdat($value), align 1
; @__fz_climb.2 = private externally_initialized global [3 x i8] zeroinitializer, section "__fz_climbs", comdat($switch), align 1
; @__fz_climb.3 = private externally_initialized global [2 x i8] zeroinitializer, section "__fz_climbs", comdat($window), align 1
; @__fz_climb.4 = private externally_initialized global [2 x i8] zeroinitializer, section "__fz_climbs", comdat($window), align 1
; @__start___fz_climbs = extern_weak hidden global i8
; @__stop___fz_climbs = extern_weak hidden global i8
; @__start___fz_patches = extern_weak hidden global i8
; @__stop___fz_patches = extern_weak hidden global i8
; @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 2, ptr @__fz_register_climbs, ptr @__fz_register_climbs }]
;
; define i32 @branch(i32 noundef %x) comdat {
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0xe9\0A\09.long ${1:l}-.-4\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 2\0A\09.popsection", "i,!i"(ptr @__fz_climb)
;           to label %28 [label %1], !nosanitize !1, !fz.silent !1
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
;   br i1 %9, label %10, label %28, !prof !2, !nosanitize !1, !fz.silent !1
;
; 10:                                               ; preds = %6
;   notail call preserve_mostcc void @__fz_solved(ptr %7) #1, !nosanitize !1
;   br label %28
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
; 23:                                               ; preds = %22, %21, %17, %11
;   %24 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr getelementptr (i8, ptr @__fz_climb, i64 1)) #1, !nosanitize !1
;   %25 = load volatile i8, ptr %24, align 1, !nosanitize !1
;   %26 = icmp ne i8 %25, 0
;   br i1 %26, label %27, label %28, !prof !2, !nosanitize !1, !fz.silent !1
;
; 27:                                               ; preds = %23
;   notail call preserve_mostcc void @__fz_solved(ptr %24) #1, !nosanitize !1
;   br label %28
;
; 28:                                               ; preds = %27, %23, %10, %6, %0
;   %c = icmp eq i32 %x, 305419896
;   br i1 %c, label %yes, label %no
;
; yes:                                              ; preds = %28
;   ret i32 1
;
; no:                                               ; preds = %28
;   ret i32 0
; }
;
; define i1 @value(i16 %x) comdat {
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0xe9\0A\09.long ${1:l}-.-4\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 2\0A\09.popsection", "i,!i"(ptr @__fz_climb.1)
;           to label %20 [label %1], !nosanitize !1, !fz.silent !1
;
; 1:                                                ; preds = %0
;   %2 = freeze i16 %x
;   %3 = xor i16 %2, 4660
;   %4 = and i16 %3, -256
;   %5 = icmp eq i16 %4, 0
;   br i1 %5, label %6, label %7
;
; 6:                                                ; preds = %1
;   br label %8
;
; 7:                                                ; preds = %1
;   br label %8
;
; 8:                                                ; preds = %7, %6
;   %9 = icmp ult i16 %2, 4660
;   br i1 %9, label %10, label %15
;
; 10:                                               ; preds = %8
;   %11 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_climb.1) #1, !nosanitize !1
;   %12 = load volatile i8, ptr %11, align 1, !nosanitize !1
;   %13 = icmp ne i8 %12, 0
;   br i1 %13, label %14, label %20, !prof !2, !nosanitize !1, !fz.silent !1
;
; 14:                                               ; preds = %10
;   notail call preserve_mostcc void @__fz_solved(ptr %11) #1, !nosanitize !1
;   br label %20
;
; 15:                                               ; preds = %8
;   %16 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr getelementptr (i8, ptr @__fz_climb.1, i64 1)) #1, !nosanitize !1
;   %17 = load volatile i8, ptr %16, align 1, !nosanitize !1
;   %18 = icmp ne i8 %17, 0
;   br i1 %18, label %19, label %20, !prof !2, !nosanitize !1, !fz.silent !1
;
; 19:                                               ; preds = %15
;   notail call preserve_mostcc void @__fz_solved(ptr %16) #1, !nosanitize !1
;   br label %20
;
; 20:                                               ; preds = %19, %15, %14, %10, %0
;   %c = icmp ult i16 %x, 4660
;   ret i1 %c
; }
;
; define i32 @switch(i16 noundef %x) comdat {
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0xe9\0A\09.long ${1:l}-.-4\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 3\0A\09.popsection", "i,!i"(ptr @__fz_climb.2)
;           to label %22 [label %1], !nosanitize !1, !fz.silent !1
;
; 1:                                                ; preds = %0
;   %2 = lshr i16 %x, 8
;   %3 = trunc i16 %2 to i8
;   %4 = icmp eq i8 %3, 18
;   br i1 %4, label %5, label %7
;
; 5:                                                ; preds = %1
;   %6 = trunc i16 %x to i8
;   switch i8 %6, label %7 [
;     i8 52, label %12
;     i8 53, label %17
;   ], !fz.step !1
;
; 7:                                                ; preds = %5, %1
;   %8 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_climb.2) #1, !nosanitize !1
;   %9 = load volatile i8, ptr %8, align 1, !nosanitize !1
;   %10 = icmp ne i8 %9, 0
;   br i1 %10, label %11, label %22, !prof !2, !nosanitize !1, !fz.silent !1
;
; 11:                                               ; preds = %7
;   notail call preserve_mostcc void @__fz_solved(ptr %8) #1, !nosanitize !1
;   br label %22
;
; 12:                                               ; preds = %5
;   %13 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr getelementptr (i8, ptr @__fz_climb.2, i64 1)) #1, !nosanitize !1
;   %14 = load volatile i8, ptr %13, align 1, !nosanitize !1
;   %15 = icmp ne i8 %14, 0
;   br i1 %15, label %16, label %22, !prof !2, !nosanitize !1, !fz.silent !1
;
; 16:                                               ; preds = %12
;   notail call preserve_mostcc void @__fz_solved(ptr %13) #1, !nosanitize !1
;   br label %22
;
; 17:                                               ; preds = %5
;   %18 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr getelementptr (i8, ptr @__fz_climb.2, i64 2)) #1, !nosanitize !1
;   %19 = load volatile i8, ptr %18, align 1, !nosanitize !1
;   %20 = icmp ne i8 %19, 0
;   br i1 %20, label %21, label %22, !prof !2, !nosanitize !1, !fz.silent !1
;
; 21:                                               ; preds = %17
;   notail call preserve_mostcc void @__fz_solved(ptr %18) #1, !nosanitize !1
;   br label %22
;
; 22:                                               ; preds = %21, %17, %16, %12, %11, %7, %0
;   switch i16 %x, label %other [
;     i16 4660, label %a
;     i16 4661, label %a
;   ]
;
; a:                                                ; preds = %22, %22
;   ret i32 1
;
; other:                                            ; preds = %22
;   ret i32 0
; }
;
; define i32 @window(i32 noundef %x) comdat {
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0xe9\0A\09.long ${1:l}-.-4\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 2\0A\09.popsection", "i,!i"(ptr @__fz_climb.3)
;           to label %27 [label %1], !nosanitize !1, !fz.silent !1
;
; 1:                                                ; preds = %0
;   %2 = xor i32 %x, 305419896
;   %3 = and i32 %2, -256
;   %4 = icmp eq i32 %3, 0
;   br i1 %4, label %5, label %6
;
; 5:                                                ; preds = %1
;   br label %15
;
; 6:                                                ; preds = %1
;   %7 = and i32 %3, -65536
;   %8 = icmp eq i32 %7, 0
;   br i1 %8, label %9, label %10, !fz.step !1
;
; 9:                                                ; preds = %6
;   br label %15
;
; 10:                                               ; preds = %6
;   %11 = and i32 %3, -16777216
;   %12 = icmp eq i32 %11, 0
;   br i1 %12, label %13, label %14, !fz.step !1
;
; 13:                                               ; preds = %10
;   br label %15
;
; 14:                                               ; preds = %10
;   br label %15
;
; 15:                                               ; preds = %14, %13, %9, %5
;   %16 = icmp ugt i32 %x, 305419896
;   br i1 %16, label %17, label %22
;
; 17:                                               ; preds = %15
;   %18 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_climb.3) #1, !nosanitize !1
;   %19 = load volatile i8, ptr %18, align 1, !nosanitize !1
;   %20 = icmp ne i8 %19, 0
;   br i1 %20, label %21, label %27, !prof !2, !nosanitize !1, !fz.silent !1
;
; 21:                                               ; preds = %17
;   notail call preserve_mostcc void @__fz_solved(ptr %18) #1, !nosanitize !1
;   br label %27
;
; 22:                                               ; preds = %15
;   %23 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr getelementptr (i8, ptr @__fz_climb.3, i64 1)) #1, !nosanitize !1
;   %24 = load volatile i8, ptr %23, align 1, !nosanitize !1
;   %25 = icmp ne i8 %24, 0
;   br i1 %25, label %26, label %27, !prof !2, !nosanitize !1, !fz.silent !1
;
; 26:                                               ; preds = %22
;   notail call preserve_mostcc void @__fz_solved(ptr %23) #1, !nosanitize !1
;   br label %27
;
; 27:                                               ; preds = %26, %22, %21, %17, %0
;   %lower = icmp ugt i32 %x, 305419896
;   br i1 %lower, label %above, label %no
;
; above:                                            ; preds = %27
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0xe9\0A\09.long ${1:l}-.-4\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 2\0A\09.popsection", "i,!i"(ptr @__fz_climb.4)
;           to label %54 [label %28], !nosanitize !1, !fz.silent !1
;
; 28:                                               ; preds = %above
;   %29 = xor i32 %x, 305419996
;   %30 = and i32 %29, -256
;   %31 = icmp eq i32 %30, 0
;   br i1 %31, label %32, label %33
;
; 32:                                               ; preds = %28
;   br label %42
;
; 33:                                               ; preds = %28
;   %34 = and i32 %30, -65536
;   %35 = icmp eq i32 %34, 0
;   br i1 %35, label %36, label %37, !fz.step !1
;
; 36:                                               ; preds = %33
;   br label %42
;
; 37:                                               ; preds = %33
;   %38 = and i32 %30, -16777216
;   %39 = icmp eq i32 %38, 0
;   br i1 %39, label %40, label %41, !fz.step !1
;
; 40:                                               ; preds = %37
;   br label %42
;
; 41:                                               ; preds = %37
;   br label %42
;
; 42:                                               ; preds = %41, %40, %36, %32
;   %43 = icmp ult i32 %x, 305419996
;   br i1 %43, label %44, label %49
;
; 44:                                               ; preds = %42
;   %45 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_climb.4) #1, !nosanitize !1
;   %46 = load volatile i8, ptr %45, align 1, !nosanitize !1
;   %47 = icmp ne i8 %46, 0
;   br i1 %47, label %48, label %54, !prof !2, !nosanitize !1, !fz.silent !1
;
; 48:                                               ; preds = %44
;   notail call preserve_mostcc void @__fz_solved(ptr %45) #1, !nosanitize !1
;   br label %54
;
; 49:                                               ; preds = %42
;   %50 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr getelementptr (i8, ptr @__fz_climb.4, i64 1)) #1, !nosanitize !1
;   %51 = load volatile i8, ptr %50, align 1, !nosanitize !1
;   %52 = icmp ne i8 %51, 0
;   br i1 %52, label %53, label %54, !prof !2, !nosanitize !1, !fz.silent !1
;
; 53:                                               ; preds = %49
;   notail call preserve_mostcc void @__fz_solved(ptr %50) #1, !nosanitize !1
;   br label %54
;
; 54:                                               ; preds = %53, %49, %48, %44, %above
;   %upper = icmp ult i32 %x, 305419996
;   br i1 %upper, label %yes, label %no
;
; yes:                                              ; preds = %54
;   ret i32 1
;
; no:                                               ; preds = %54, %27
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
