;; Steps beside the call, which stays.
; pipeline: split-calls<gates=on>
target triple = "x86_64-pc-linux-gnu"

@word = private constant [3 x i8] c"ab\00"

define i32 @f(ptr %p) {
  %r = call i32 @strcmp(ptr %p, ptr @word)
  %c = icmp eq i32 %r, 0
  br i1 %c, label %yes, label %no

yes:
  ret i32 1

no:
  ret i32 0
}

define ptr @g(ptr %p) {
  %r = call ptr @strstr(ptr %p, ptr @word)
  ret ptr %r
}

declare i32 @strcmp(ptr, ptr)
declare ptr @strstr(ptr, ptr)
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; $f = comdat nodeduplicate
;
; $g = comdat nodeduplicate
;
; $__fz_register_climbs = comdat any
;
; @word = private constant [3 x i8] c"ab\00"
; @__fz_climb = private externally_initialized global [1 x i8] zeroinitializer, section "__fz_climbs", comdat($f), align 1
; @__fz_climb.1 = private externally_initialized global [1 x i8] zeroinitializer, section "__fz_climbs", comdat($g), align 1
; @__start___fz_climbs = extern_weak hidden global i8
; @__stop___fz_climbs = extern_weak hidden global i8
; @__start___fz_patches = extern_weak hidden global i8
; @__stop___fz_patches = extern_weak hidden global i8
; @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 2, ptr @__fz_register_climbs, ptr @__fz_register_climbs }]
;
; define i32 @f(ptr %p) comdat {
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0xe9\0A\09.long ${1:l}-.-4\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 1\0A\09.popsection", "i,!i"(ptr @__fz_climb)
;           to label %1 [label %2], !prof !1, !nosanitize !2, !fz.silent !2
;
; 1:                                                ; preds = %11, %6, %2, %20, %16, %0
;   %r = call i32 @strcmp(ptr %p, ptr @word), !fz.kept !2
;   %c = icmp eq i32 %r, 0
;   br i1 %c, label %yes, label %no
;
; yes:                                              ; preds = %1
;   ret i32 1
;
; no:                                               ; preds = %1
;   ret i32 0
;
; 2:                                                ; preds = %0
;   %3 = load i8, ptr %p, align 1
;   %4 = freeze i8 %3
;   %5 = icmp eq i8 %4, 97
;   br i1 %5, label %6, label %1
;
; 6:                                                ; preds = %2
;   %7 = getelementptr i8, ptr %p, i64 1
;   %8 = load i8, ptr %7, align 1
;   %9 = freeze i8 %8
;   %10 = icmp eq i8 %9, 98
;   br i1 %10, label %11, label %1, !fz.step !2
;
; 11:                                               ; preds = %6
;   %12 = getelementptr i8, ptr %p, i64 2
;   %13 = load i8, ptr %12, align 1
;   %14 = freeze i8 %13
;   %15 = icmp eq i8 %14, 0
;   br i1 %15, label %16, label %1, !fz.step !2
;
; 16:                                               ; preds = %11
;   %17 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_climb) #1, !nosanitize !2
;   %18 = load volatile i8, ptr %17, align 1, !nosanitize !2
;   %19 = icmp ne i8 %18, 0
;   br i1 %19, label %20, label %1, !prof !3, !nosanitize !2, !fz.silent !2
;
; 20:                                               ; preds = %16
;   notail call preserve_mostcc void @__fz_solved(ptr %17) #1, !nosanitize !2
;   br label %1
; }
;
; define ptr @g(ptr %p) comdat {
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0xe9\0A\09.long ${1:l}-.-4\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 1\0A\09.popsection", "i,!i"(ptr @__fz_climb.1)
;           to label %14 [label %15], !prof !1, !nosanitize !2, !fz.silent !2
;
; 1:                                                ; preds = %6, %15
;   %2 = phi ptr [ %p, %15 ], [ %7, %6 ]
;   %3 = call ptr @strchr(ptr %2, i32 97) #1, !fz.kept !2
;   %4 = freeze ptr %3
;   %5 = icmp eq ptr %4, null
;   br i1 %5, label %14, label %8, !fz.step !2
;
; 6:                                                ; preds = %8
;   %7 = getelementptr i8, ptr %4, i64 1
;   br label %1
;
; 8:                                                ; preds = %1
;   %9 = getelementptr i8, ptr %4, i64 1
;   %10 = load i8, ptr %9, align 1
;   %11 = freeze i8 %10
;   %12 = icmp eq i8 %11, 98
;   br i1 %12, label %13, label %6, !fz.step !2
;
; 13:                                               ; preds = %8
;   br label %16
;
; 14:                                               ; preds = %1, %20, %16, %0
;   %r = call ptr @strstr(ptr %p, ptr @word), !fz.kept !2
;   ret ptr %r
;
; 15:                                               ; preds = %0
;   br label %1
;
; 16:                                               ; preds = %13
;   %17 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_climb.1) #1, !nosanitize !2
;   %18 = load volatile i8, ptr %17, align 1, !nosanitize !2
;   %19 = icmp ne i8 %18, 0
;   br i1 %19, label %20, label %14, !prof !3, !nosanitize !2, !fz.silent !2
;
; 20:                                               ; preds = %16
;   notail call preserve_mostcc void @__fz_solved(ptr %17) #1, !nosanitize !2
;   br label %14
; }
;
; declare i32 @strcmp(ptr, ptr)
;
; declare ptr @strstr(ptr, ptr)
;
; declare extern_weak preserve_mostcc void @__fz_solved(ptr)
;
; declare ptr @strchr(ptr, i32)
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
; !0 = !{!"done:split-calls", !"2"}
; !1 = !{!"branch_weights", i32 1048575, i32 1}
; !2 = !{}
; !3 = !{!"branch_weights", i32 1, i32 1048575}
