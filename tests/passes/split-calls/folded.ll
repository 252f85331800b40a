; A held call of which inlining made a constant is what LLVM would have made of it, and so is all that follows.
; pipeline: split-calls
@abc = private constant [4 x i8] c"abc\00"
declare i32 @strcmp(ptr, ptr)
declare void @never()

define i32 @f() {
  %r = call i32 @strcmp(ptr @abc, ptr @abc) "fz-held" nobuiltin
  %c = icmp eq i32 %r, 0
  br i1 %c, label %yes, label %no

yes:
  ret i32 1

no:
  call void @never()
  ret i32 0
}
;; expected
;
; @abc = private constant [4 x i8] c"abc\00"
;
; declare i32 @strcmp(ptr, ptr)
;
; declare void @never()
;
; define i32 @f() {
;   br label %yes
;
; yes:                                              ; preds = %0
;   ret i32 1
; }
