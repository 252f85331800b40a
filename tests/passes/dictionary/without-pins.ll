;; Without pins the words are noted all the same, of no block, and the code is as it was.
; pipeline: dictionary
target triple = "x86_64-pc-linux-gnu"

define i1 @asks(i32 %x) {
  %c = icmp eq i32 %x, 1179011410
  ret i1 %c
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; define i1 @asks(i32 %x) {
;   %c = icmp eq i32 %x, 1179011410
;   ret i1 %c
; }
;
; !fz.written = !{!0}
; !fz.words = !{!1, !2}
; !fz.facts = !{!3}
;
; !0 = !{!"RIFF\00\00\00\00"}
; !1 = !{i64 4294967295, i64 1, i64 85, i64 0, !"", i64 0, i64 0, !"", !"RIFF"}
; !2 = !{i64 4294967295, i64 1, i64 80, i64 1, !"", i64 0, i64 0, !"", !"FFIR"}
; !3 = !{!"done:dictionary", !"2"}
