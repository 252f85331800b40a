;; Held calls of which inlining has made constants, or one place of both operands, are what LLVM would have made of them,
;; and so is all that follows, to the functions that nothing calls any more.
; pipeline: split-calls
; since: 23, nofree nounwind willreturn => nofree nosync nounwind willreturn
@abc = private constant [4 x i8] c"abc\00"
@a = private constant [2 x i8] c"a\00"
declare i32 @strcmp(ptr, ptr)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @strstr(ptr, ptr)
declare void @never()

define internal void @calls_never() {
  call void @never()
  ret void
}

define i32 @constants() {
  %r = call i32 @strcmp(ptr @abc, ptr @abc) "fz-held" nobuiltin
  %c = icmp eq i32 %r, 0
  br i1 %c, label %yes, label %no

yes:
  ret i32 1

no:
  call void @calls_never()
  ret i32 0
}

define i32 @one_place(ptr %p) {
  %r = call i32 @strcmp(ptr %p, ptr %p) "fz-held" nobuiltin
  ret i32 %r
}

define i32 @nothing(ptr %p, ptr %q) {
  %r = call i32 @memcmp(ptr %p, ptr %q, i64 0) "fz-held" nobuiltin
  ret i32 %r
}

; LLVM has the compare ask something else, and returns the call.
define i1 @at_its_beginning() {
  %r = call ptr @strstr(ptr @abc, ptr @abc) "fz-held" nobuiltin
  %c = icmp eq ptr %r, @abc
  ret i1 %c
}

define i1 @at_the_beginning_of(ptr %p) {
  %r = call ptr @strstr(ptr %p, ptr @a) "fz-held" nobuiltin
  %c = icmp eq ptr %r, %p
  ret i1 %c
}
;; expected
;
; @a = private constant [2 x i8] c"a\00"
;
; define i32 @constants() {
;   br label %yes
;
; yes:                                              ; preds = %0
;   ret i32 1
; }
;
; define i32 @one_place(ptr %p) {
;   ret i32 0
; }
;
; define i32 @nothing(ptr %p, ptr %q) {
;   ret i32 0
; }
;
; define i1 @at_its_beginning() {
;   ret i1 true
; }
;
; define i1 @at_the_beginning_of(ptr %p) {
;   %strlen = call i64 @strlen(ptr @a)
;   %1 = freeze i64 %strlen
;   %2 = icmp eq i64 %1, 0
;   br i1 %2, label %3, label %4
;
; 3:                                                ; preds = %16, %8, %0
;   br label %21
;
; 4:                                                ; preds = %0
;   %5 = load i8, ptr %p, align 1
;   %6 = freeze i8 %5
;   %7 = icmp eq i8 %6, 97
;   br i1 %7, label %8, label %10, !fz.step !1
;
; 8:                                                ; preds = %4
;   %9 = icmp eq i64 %1, 1
;   br i1 %9, label %3, label %16, !fz.step !1
;
; 10:                                               ; preds = %16, %4
;   %11 = phi i8 [ %6, %4 ], [ %19, %16 ]
;   %12 = phi i8 [ 97, %4 ], [ 0, %16 ]
;   %13 = zext i8 %11 to i32
;   %14 = zext i8 %12 to i32
;   %15 = sub i32 %13, %14
;   br label %21
;
; 16:                                               ; preds = %8
;   %17 = getelementptr i8, ptr %p, i64 1
;   %18 = load i8, ptr %17, align 1
;   %19 = freeze i8 %18
;   %20 = icmp eq i8 %19, 0
;   br i1 %20, label %3, label %10, !fz.step !1
;
; 21:                                               ; preds = %3, %10
;   %22 = phi i32 [ %15, %10 ], [ 0, %3 ]
;   %cmp = icmp eq i32 %22, 0
;   ret i1 %cmp
; }
;
; ; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: read)
; declare i64 @strlen(ptr captures(none)) #0
;
; ; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: read)
; declare i32 @strncmp(ptr captures(none), ptr captures(none), i64) #0
;
; attributes #0 = { nocallback nofree nounwind willreturn memory(argmem: read) }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:split-calls", !"1"}
; !1 = !{}
