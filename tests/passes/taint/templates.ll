; pipeline: taint<stage=early>
target triple = "x86_64-pc-linux-gnu"

define available_externally void @_ZNSt6vectorIiE4pushEv() {
  ret void
}

define available_externally i32 @atoi(ptr %p) {
  ret i32 0
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; $_ZNSt6vectorIiE4pushEv = comdat any
;
; define linkonce_odr void @_ZNSt6vectorIiE4pushEv() comdat {
;   ret void
; }
;
; define available_externally i32 @atoi(ptr %p) {
;   ret i32 0
; }
