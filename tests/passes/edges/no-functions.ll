;; Nothing to count, nothing added.
; pipeline: edges
target triple = "x86_64-pc-linux-gnu"
@x = global i32 1
declare void @f()
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; @x = global i32 1
;
; declare void @f()
