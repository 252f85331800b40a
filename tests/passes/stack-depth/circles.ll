;; Functions that may come back into themselves note the stack: by themselves, by each other, by who is not known. Others do
;; not: who calls nobody, nobody who comes back, or is reached by no circle.
; pipeline: stack-depth
target triple = "x86_64-pc-linux-gnu"

declare void @anybody(ptr)
declare i64 @strlen(ptr) nocallback
declare void @ends() noreturn

define internal void @itself(i32 %n) {
  %slot = alloca i32
  store i32 %n, ptr %slot
  %c = icmp eq i32 %n, 0
  br i1 %c, label %out, label %down

down:
  %m = sub i32 %n, 1
  call void @itself(i32 %m)
  br label %out

out:
  ret void
}

define internal void @one(i32 %n) {
  call void @other(i32 %n)
  ret void
}

define internal void @other(i32 %n) {
  call void @one(i32 %n)
  ret void
}

define void @open(ptr %p) {
  call void @anybody(ptr %p)
  ret void
}

define internal void @closed(ptr %p) {
  call void @anybody(ptr %p)
  ret void
}

define void @leaf(ptr %p) {
  %n = call i64 @strlen(ptr %p)
  store i64 %n, ptr %p
  ret void
}

define void @stops() {
  call void @ends()
  unreachable
}

define void @quiet(ptr %p) nosanitize_coverage {
  call void @anybody(ptr %p)
  ret void
}

define void @starts(ptr %p) {
  call void @itself(i32 9)
  call void @one(i32 9)
  call void @leaf(ptr %p)
  ret void
}

define internal void @begins(ptr %p) {
  call void @closed(ptr %p)
  call void @open(ptr %p)
  ret void
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; $__fz_stack_depth = comdat any
;
; @__fz_stack_depth = linkonce_odr hidden global [2 x i64] zeroinitializer, section "__fz_stack", comdat, align 8
; @llvm.compiler.used = appending global [1 x ptr] [ptr @__fz_stack_depth], section "llvm.metadata"
;
; declare void @anybody(ptr)
;
; ; Function Attrs: nocallback
; declare i64 @strlen(ptr) #0
;
; ; Function Attrs: noreturn
; declare void @ends() #1
;
; define internal void @itself(i32 %n) #2 {
;   %slot = alloca i32, align 4
;   %1 = load i64, ptr getelementptr (i8, ptr @__fz_stack_depth, i64 8), align 1, !nosanitize !0
;   %2 = call ptr @llvm.stacksave.p0()
;   %3 = ptrtoint ptr %2 to i64
;   %4 = icmp ult i64 %3, %1
;   br i1 %4, label %6, label %5, !prof !1
;
; 5:                                                ; preds = %11, %6, %0
;   store i32 %n, ptr %slot, align 4
;   %c = icmp eq i32 %n, 0
;   br i1 %c, label %out, label %down
;
; down:                                             ; preds = %5
;   %m = sub i32 %n, 1
;   call void @itself(i32 %m)
;   br label %out
;
; out:                                              ; preds = %down, %5
;   ret void
;
; 6:                                                ; preds = %0
;   %7 = call ptr @llvm.stacksave.p0()
;   %8 = ptrtoint ptr %7 to i64
;   %9 = load i64, ptr @__fz_stack_depth, align 1, !nosanitize !0
;   %10 = icmp ult i64 %8, %9
;   br i1 %10, label %5, label %11
;
; 11:                                               ; preds = %6
;   store i64 %8, ptr getelementptr (i8, ptr @__fz_stack_depth, i64 8), align 8, !nosanitize !0
;   br label %5
; }
;
; define internal void @one(i32 %n) #2 {
;   %1 = load i64, ptr getelementptr (i8, ptr @__fz_stack_depth, i64 8), align 1, !nosanitize !0
;   %2 = call ptr @llvm.stacksave.p0()
;   %3 = ptrtoint ptr %2 to i64
;   %4 = icmp ult i64 %3, %1
;   br i1 %4, label %6, label %5, !prof !1
;
; 5:                                                ; preds = %11, %6, %0
;   call void @other(i32 %n)
;   ret void
;
; 6:                                                ; preds = %0
;   %7 = call ptr @llvm.stacksave.p0()
;   %8 = ptrtoint ptr %7 to i64
;   %9 = load i64, ptr @__fz_stack_depth, align 1, !nosanitize !0
;   %10 = icmp ult i64 %8, %9
;   br i1 %10, label %5, label %11
;
; 11:                                               ; preds = %6
;   store i64 %8, ptr getelementptr (i8, ptr @__fz_stack_depth, i64 8), align 8, !nosanitize !0
;   br label %5
; }
;
; define internal void @other(i32 %n) #2 {
;   %1 = load i64, ptr getelementptr (i8, ptr @__fz_stack_depth, i64 8), align 1, !nosanitize !0
;   %2 = call ptr @llvm.stacksave.p0()
;   %3 = ptrtoint ptr %2 to i64
;   %4 = icmp ult i64 %3, %1
;   br i1 %4, label %6, label %5, !prof !1
;
; 5:                                                ; preds = %11, %6, %0
;   call void @one(i32 %n)
;   ret void
;
; 6:                                                ; preds = %0
;   %7 = call ptr @llvm.stacksave.p0()
;   %8 = ptrtoint ptr %7 to i64
;   %9 = load i64, ptr @__fz_stack_depth, align 1, !nosanitize !0
;   %10 = icmp ult i64 %8, %9
;   br i1 %10, label %5, label %11
;
; 11:                                               ; preds = %6
;   store i64 %8, ptr getelementptr (i8, ptr @__fz_stack_depth, i64 8), align 8, !nosanitize !0
;   br label %5
; }
;
; define void @open(ptr %p) #2 {
;   %1 = load i64, ptr getelementptr (i8, ptr @__fz_stack_depth, i64 8), align 1, !nosanitize !0
;   %2 = call ptr @llvm.stacksave.p0()
;   %3 = ptrtoint ptr %2 to i64
;   %4 = icmp ult i64 %3, %1
;   br i1 %4, label %6, label %5, !prof !1
;
; 5:                                                ; preds = %11, %6, %0
;   call void @anybody(ptr %p)
;   ret void
;
; 6:                                                ; preds = %0
;   %7 = call ptr @llvm.stacksave.p0()
;   %8 = ptrtoint ptr %7 to i64
;   %9 = load i64, ptr @__fz_stack_depth, align 1, !nosanitize !0
;   %10 = icmp ult i64 %8, %9
;   br i1 %10, label %5, label %11
;
; 11:                                               ; preds = %6
;   store i64 %8, ptr getelementptr (i8, ptr @__fz_stack_depth, i64 8), align 8, !nosanitize !0
;   br label %5
; }
;
; define internal void @closed(ptr %p) {
;   call void @anybody(ptr %p)
;   ret void
; }
;
; define void @leaf(ptr %p) {
;   %n = call i64 @strlen(ptr %p)
;   store i64 %n, ptr %p, align 8
;   ret void
; }
;
; define void @stops() {
;   call void @ends()
;   unreachable
; }
;
; ; Function Attrs: nosanitize_coverage
; define void @quiet(ptr %p) #3 {
;   call void @anybody(ptr %p)
;   ret void
; }
;
; define void @starts(ptr %p) {
;   call void @itself(i32 9)
;   call void @one(i32 9)
;   call void @leaf(ptr %p)
;   ret void
; }
;
; define internal void @begins(ptr %p) {
;   call void @closed(ptr %p)
;   call void @open(ptr %p)
;   ret void
; }
;
; ; Function Attrs: nocallback nofree nosync nounwind willreturn
; declare ptr @llvm.stacksave.p0() #4
;
; attributes #0 = { nocallback }
; attributes #1 = { noreturn }
; attributes #2 = { "fz-stack-depth" }
; attributes #3 = { nosanitize_coverage }
; attributes #4 = { nocallback nofree nosync nounwind willreturn }
;
; !0 = !{}
; !1 = !{!"branch_weights", i32 1, i32 1000000}
