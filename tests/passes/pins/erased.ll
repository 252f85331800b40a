;; Clang's own probes stay.
; pipeline: pins,pins<stage=erase>
; codegen: no
target triple = "x86_64-pc-linux-gnu"

define i1 @asks(i32 %x) {
  call void @llvm.pseudoprobe(i64 1, i64 2, i32 0, i64 -1)
  %c = icmp eq i32 %x, 7
  ret i1 %c
}

declare void @llvm.pseudoprobe(i64, i64, i32, i64)
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; define i1 @asks(i32 %x) {
;   call void @llvm.pseudoprobe(i64 1, i64 2, i32 0, i64 -1)
;   %c = icmp eq i32 %x, 7
;   ret i1 %c
; }
;
; ; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
; declare void @llvm.pseudoprobe(i64, i64, i32, i64) #0
;
; attributes #0 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
