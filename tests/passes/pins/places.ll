;; A pin in front of the first of what runs as a whole: what asks, calls, stores or returns. Behind a call that may be
;; inlined there is another one, and none between a musttail call and its return.
; pipeline: pins
target triple = "x86_64-pc-linux-gnu"

declare i32 @f(i32)

define i32 @asks(i32 %x, ptr %p) {
  %sum = add i32 %x, 1
  %c = icmp eq i32 %sum, 7
  br i1 %c, label %yes, label %no

yes:
  store i32 %x, ptr %p
  %r = call i32 @f(i32 %x)
  %more = add i32 %r, 1
  ret i32 %more

no:
  br label %end

end:
  %v = phi i32 [ 1, %no ]
  ret i32 %v
}

define i32 @tail(i32 %x) {
  %r = musttail call i32 @f(i32 %x)
  ret i32 %r
}

define void @naked() naked {
  ret void
}

define available_externally void @elsewhere() {
  ret void
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; declare i32 @f(i32)
;
; define i32 @asks(i32 %x, ptr %p) {
;   %sum = add i32 %x, 1
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 0, i32 0, i64 -1)
;   %c = icmp eq i32 %sum, 7
;   br i1 %c, label %yes, label %no
;
; yes:                                              ; preds = %0
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 1, i32 0, i64 -1)
;   store i32 %x, ptr %p, align 4
;   %r = call i32 @f(i32 %x)
;   %more = add i32 %r, 1
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 2, i32 0, i64 -1)
;   ret i32 %more
;
; no:                                               ; preds = %0
;   br label %end
;
; end:                                              ; preds = %no
;   %v = phi i32 [ 1, %no ]
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 3, i32 0, i64 -1)
;   ret i32 %v
; }
;
; define i32 @tail(i32 %x) {
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 4, i32 0, i64 -1)
;   %r = musttail call i32 @f(i32 %x)
;   ret i32 %r
; }
;
; ; Function Attrs: naked
; define void @naked() #0 {
;   ret void
; }
;
; define available_externally void @elsewhere() {
;   ret void
; }
;
; ; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
; declare void @llvm.pseudoprobe(i64, i64, i32, i64) #1
;
; attributes #0 = { naked }
; attributes #1 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
