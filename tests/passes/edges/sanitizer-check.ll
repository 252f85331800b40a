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
; $traps = comdat nodeduplicate
;
; $recovers = comdat nodeduplicate
;
; @__fz_edges.traps = private global [2 x i8] zeroinitializer, section "__sancov_cntrs", comdat($traps), align 1
; @__fz_edges.recovers = private global [3 x i8] zeroinitializer, section "__sancov_cntrs", comdat($recovers), align 1
; @llvm.compiler.used = appending global [2 x ptr] [ptr @__fz_edges.traps, ptr @__fz_edges.recovers], section "llvm.metadata"
;
; ; Function Attrs: cold noreturn nounwind memory(inaccessiblemem: write)
; declare void @llvm.ubsantrap(i8 immarg) #0
;
; declare void @reported(i32)
;
; define i32 @traps(i32 %x) #1 comdat {
;   %1 = load i8, ptr @__fz_edges.traps, align 1, !nosanitize !5
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.traps, align 1, !nosanitize !5
;   %ok = icmp ult i32 %x, 7
;   br i1 %ok, label %goes-on, label %trap, !nosanitize !5
;
; trap:                                             ; preds = %0
;   %3 = load i8, ptr getelementptr (i8, ptr @__fz_edges.traps, i64 1), align 1, !nosanitize !5
;   %4 = add i8 %3, 1
;   store i8 %4, ptr getelementptr (i8, ptr @__fz_edges.traps, i64 1), align 1, !nosanitize !5
;   call void @llvm.ubsantrap(i8 1) #3, !nosanitize !5
;   unreachable
;
; goes-on:                                          ; preds = %0
;   ret i32 %x
; }
;
; define i32 @recovers(i32 %x) #1 comdat {
;   %1 = load i8, ptr @__fz_edges.recovers, align 1, !nosanitize !5
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.recovers, align 1, !nosanitize !5
;   %ok = icmp ult i32 %x, 7
;   br i1 %ok, label %.goes-on_crit_edge, label %report, !nosanitize !5
;
; .goes-on_crit_edge:                               ; preds = %0
;   %3 = load i8, ptr getelementptr (i8, ptr @__fz_edges.recovers, i64 1), align 1, !nosanitize !5
;   %4 = add i8 %3, 1
;   store i8 %4, ptr getelementptr (i8, ptr @__fz_edges.recovers, i64 1), align 1, !nosanitize !5
;   br label %goes-on
;
; report:                                           ; preds = %0
;   %5 = load i8, ptr getelementptr (i8, ptr @__fz_edges.recovers, i64 2), align 1, !nosanitize !5
;   %6 = add i8 %5, 1
;   store i8 %6, ptr getelementptr (i8, ptr @__fz_edges.recovers, i64 2), align 1, !nosanitize !5
;   call void @reported(i32 %x), !nosanitize !5
;   br label %goes-on
;
; goes-on:                                          ; preds = %.goes-on_crit_edge, %report
;   ret i32 %x
; }
;
; attributes #0 = { cold noreturn nounwind memory(inaccessiblemem: write) }
; attributes #1 = { "fz-edges" }
; attributes #2 = { disable_sanitizer_instrumentation nounwind }
; attributes #3 = { noreturn nounwind }
;
; !fz.facts = !{!0, !1, !2, !3, !4}
;
; !0 = !{!"counters", !"2"}
; !1 = !{!"edges", !"2"}
; !2 = !{!"counters", !"3"}
; !3 = !{!"edges", !"3"}
; !4 = !{!"functions", !"2"}
; !5 = !{}
