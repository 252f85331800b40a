;; A sanitizer's check that ends the program: only its failure is counted. One that goes on is counted in both ways.
; pipeline: edges<count=wrap;form=ir;pcs=off;records=off>
; hide: constructor, target
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare void @llvm.ubsantrap(i8 immarg) cold noreturn nounwind
declare void @reported(i32)

define i32 @traps(i32 %x) {
  %ok = icmp ult i32 %x, 7
  br i1 %ok, label %goes-on, label %trap, !nosanitize !0

trap:
  call void @llvm.ubsantrap(i8 1) noreturn nounwind, !nosanitize !0
  unreachable

goes-on:
  ret i32 %x
}

define i32 @recovers(i32 %x) {
  %ok = icmp ult i32 %x, 7
  br i1 %ok, label %goes-on, label %report, !nosanitize !0

report:
  call void @reported(i32 %x), !nosanitize !0
  br label %goes-on

goes-on:
  ret i32 %x
}

!0 = !{}
;; expected
