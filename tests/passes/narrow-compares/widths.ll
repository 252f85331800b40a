;; The width of the source, signed or not.
; pipeline: narrow-compares
target triple = "x86_64-pc-linux-gnu"

define i1 @unsigned(i8 %x) {
  %w = zext i8 %x to i32
  %c = icmp sgt i32 %w, 64
  ret i1 %c
}

define i1 @signed(i8 %x, i16 %y) {
  %v = sext i8 %x to i32
  %w = sext i16 %y to i32
  %c = icmp slt i32 %v, %w
  ret i1 %c
}

define i1 @signed_as_unsigned(i8 %x, i8 %y) {
  %v = sext i8 %x to i32
  %w = sext i8 %y to i32
  %c = icmp ult i32 %v, %w
  ret i1 %c
}

define i1 @masked(i64 %x) {
  %m = and i64 %x, 255
  %c = icmp eq i64 %m, 65
  ret i1 %c
}

define i1 @mixed(i8 %x, i8 %y) {
  %v = sext i8 %x to i32
  %w = zext i8 %y to i32
  %c = icmp eq i32 %v, %w
  ret i1 %c
}

define i1 @wide(i8 %x, i32 %y) {
  %v = sext i8 %x to i32
  %c = icmp eq i32 %v, %y
  %d = icmp eq i32 %v, 200
  %r = and i1 %c, %d
  ret i1 %r
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; define i1 @unsigned(i8 %x) {
;   %w = zext i8 %x to i32
;   %1 = icmp ugt i8 %x, 64
;   ret i1 %1
; }
;
; define i1 @signed(i8 %x, i16 %y) {
;   %v = sext i8 %x to i32
;   %w = sext i16 %y to i32
;   %1 = sext i8 %x to i16
;   %2 = icmp slt i16 %1, %y
;   ret i1 %2
; }
;
; define i1 @signed_as_unsigned(i8 %x, i8 %y) {
;   %v = sext i8 %x to i32
;   %w = sext i8 %y to i32
;   %1 = icmp ult i8 %x, %y
;   ret i1 %1
; }
;
; define i1 @masked(i64 %x) {
;   %m = and i64 %x, 255
;   %1 = trunc i64 %m to i8
;   %2 = icmp eq i8 %1, 65
;   ret i1 %2
; }
;
; define i1 @mixed(i8 %x, i8 %y) {
;   %v = sext i8 %x to i32
;   %w = zext i8 %y to i32
;   %1 = sext i8 %x to i16
;   %2 = zext i8 %y to i16
;   %3 = icmp eq i16 %1, %2
;   ret i1 %3
; }
;
; define i1 @wide(i8 %x, i32 %y) {
;   %v = sext i8 %x to i32
;   %c = icmp eq i32 %v, %y
;   %1 = sext i8 %x to i16
;   %2 = icmp eq i16 %1, 200
;   %r = and i1 %c, %2
;   ret i1 %r
; }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:narrow-compares", !"6"}
