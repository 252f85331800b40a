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
;           to label %20 [label %1], !nosanitize !1, !fz.silent !1
;
; 1:                                                ; preds = %0
;   %2 = load i8, ptr %p, align 1
;   %3 = freeze i8 %2
;   %4 = icmp eq i8 %3, 97
;   br i1 %4, label %5, label %20
;
; 5:                                                ; preds = %1
;   %6 = getelementptr i8, ptr %p, i64 1
;   %7 = load i8, ptr %6, align 1
;   %8 = freeze i8 %7
;   %9 = icmp eq i8 %8, 98
;   br i1 %9, label %10, label %20, !fz.step !1
;
; 10:                                               ; preds = %5
;   %11 = getelementptr i8, ptr %p, i64 2
;   %12 = load i8, ptr %11, align 1
;   %13 = freeze i8 %12
;   %14 = icmp eq i8 %13, 0
;   br i1 %14, label %15, label %20, !fz.step !1
;
; 15:                                               ; preds = %10
;   %16 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_climb) #1, !nosanitize !1
;   %17 = load volatile i8, ptr %16, align 1, !nosanitize !1
;   %18 = icmp ne i8 %17, 0
;   br i1 %18, label %19, label %20, !prof !2, !nosanitize !1, !fz.silent !1
;
; 19:                                               ; preds = %15
;   notail call preserve_mostcc void @__fz_solved(ptr %16) #1, !nosanitize !1
;   br label %20
;
; 20:                                               ; preds = %10, %5, %1, %19, %15, %0
;   %r = call i32 @strcmp(ptr %p, ptr @word), !fz.kept !1
;   %c = icmp eq i32 %r, 0
;   br i1 %c, label %yes, label %no
;
; yes:                                              ; preds = %20
;   ret i32 1
;
; no:                                               ; preds = %20
;   ret i32 0
; }
;
; define ptr @g(ptr %p) comdat {
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0xe9\0A\09.long ${1:l}-.-4\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 1\0A\09.popsection", "i,!i"(ptr @__fz_climb.1)
;           to label %20 [label %1], !nosanitize !1, !fz.silent !1
;
; 1:                                                ; preds = %0
;   br label %2
;
; 2:                                                ; preds = %7, %1
;   %3 = phi ptr [ %p, %1 ], [ %8, %7 ]
;   %4 = call ptr @strchr(ptr %3, i32 97) #1, !fz.kept !1
;   %5 = freeze ptr %4
;   %6 = icmp eq ptr %5, null
;   br i1 %6, label %15, label %9, !fz.step !1
;
; 7:                                                ; preds = %9
;   %8 = getelementptr i8, ptr %5, i64 1
;   br label %2
;
; 9:                                                ; preds = %2
;   %10 = getelementptr i8, ptr %5, i64 1
;   %11 = load i8, ptr %10, align 1
;   %12 = freeze i8 %11
;   %13 = icmp eq i8 %12, 98
;   br i1 %13, label %14, label %7, !fz.step !1
;
; 14:                                               ; preds = %9
;   br label %20
;
; 15:                                               ; preds = %2
;   %16 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_climb.1) #1, !nosanitize !1
;   %17 = load volatile i8, ptr %16, align 1, !nosanitize !1
;   %18 = icmp ne i8 %17, 0
;   br i1 %18, label %19, label %20, !prof !2, !nosanitize !1, !fz.silent !1
;
; 19:                                               ; preds = %15
;   notail call preserve_mostcc void @__fz_solved(ptr %16) #1, !nosanitize !1
;   br label %20
;
; 20:                                               ; preds = %14, %19, %15, %0
;   %r = call ptr @strstr(ptr %p, ptr @word), !fz.kept !1
;   ret ptr %r
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
; !1 = !{}
; !2 = !{!"branch_weights", i32 1, i32 1048575}
