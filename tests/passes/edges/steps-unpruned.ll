;; Where nothing is pruned, also the edge to a step is counted.
; pipeline: edges<form=ir>
; hide: constructor
define i32 @f(i32 %x) {
  %a = icmp eq i32 %x, 1
  br i1 %a, label %step, label %no

step:
  %b = icmp eq i32 %x, 2
  br i1 %b, label %yes, label %no, !fz.step !0

yes:
  ret i32 1

no:
  ret i32 0
}

!0 = !{}
;; expected
;
; record .debug_fz_edges in group f
;   FunctionEdges { name: "f", start: __fz_edges.f, row: 5, rows: 1, default_row: true, sites: [
;     Site { kind: Entry, source: ?, target: ?, case: None, counter: Some(0), discriminator: None },
;     Site { kind: Branch, source: ?, target: ?, case: None, counter: Some(4), discriminator: Some(1) },
;     Site { kind: Branch, source: ?, target: ?, case: None, counter: Some(1), discriminator: Some(2) },
;     Site { kind: Branch, source: ?, target: ?, case: None, counter: Some(2), discriminator: Some(3) },
;     Site { kind: Branch, source: ?, target: ?, case: None, counter: Some(3), discriminator: Some(4) }], contexts: [], record: None, first_call: None, calls: [] }
;
; $f = comdat nodeduplicate
;
; @__fz_edges.f = private global [5 x i8] zeroinitializer, section "__sancov_cntrs", comdat($f), align 1
; @__fz_edges.f.pcs = private global [10 x ptr] [ptr @f, ptr inttoptr (i64 1 to ptr), ptr getelementptr (i8, ptr @f, i64 1), ptr null, ptr getelementptr (i8, ptr @f, i64 2), ptr null, ptr getelementptr (i8, ptr @f, i64 3), ptr null, ptr getelementptr (i8, ptr @f, i64 4), ptr null], section "__sancov_pcs", comdat($f), align 8
; @llvm.compiler.used = appending global [2 x ptr] [ptr @__fz_edges.f, ptr @__fz_edges.f.pcs], section "llvm.metadata"
;
; define i32 @f(i32 %x) #0 comdat {
;   %1 = load i8, ptr @__fz_edges.f, align 1, !nosanitize !3
;   %2 = icmp ne i8 %1, -1
;   %3 = zext i1 %2 to i8
;   %4 = add i8 %1, %3
;   store i8 %4, ptr @__fz_edges.f, align 1, !nosanitize !3
;   %a = icmp eq i32 %x, 1
;   br i1 %a, label %step, label %.no_crit_edge
;
; .no_crit_edge:                                    ; preds = %0
;   %5 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 1), align 1, !nosanitize !3
;   %6 = icmp ne i8 %5, -1
;   %7 = zext i1 %6 to i8
;   %8 = add i8 %5, %7
;   store i8 %8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 1), align 1, !nosanitize !3
;   br label %no
;
; step:                                             ; preds = %0
;   %9 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 4), align 1, !nosanitize !3
;   %10 = icmp ne i8 %9, -1
;   %11 = zext i1 %10 to i8
;   %12 = add i8 %9, %11
;   store i8 %12, ptr getelementptr (i8, ptr @__fz_edges.f, i64 4), align 1, !nosanitize !3
;   %b = icmp eq i32 %x, 2
;   br i1 %b, label %yes, label %step.no_crit_edge, !fz.step !3
;
; step.no_crit_edge:                                ; preds = %step
;   %13 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 3), align 1, !nosanitize !3
;   %14 = icmp ne i8 %13, -1
;   %15 = zext i1 %14 to i8
;   %16 = add i8 %13, %15
;   store i8 %16, ptr getelementptr (i8, ptr @__fz_edges.f, i64 3), align 1, !nosanitize !3
;   br label %no
;
; yes:                                              ; preds = %step
;   %17 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 2), align 1, !nosanitize !3
;   %18 = icmp ne i8 %17, -1
;   %19 = zext i1 %18 to i8
;   %20 = add i8 %17, %19
;   store i8 %20, ptr getelementptr (i8, ptr @__fz_edges.f, i64 2), align 1, !nosanitize !3
;   ret i32 1
;
; no:                                               ; preds = %step.no_crit_edge, %.no_crit_edge
;   ret i32 0
; }
;
; attributes #0 = { "fz-edges" }
; attributes #1 = { disable_sanitizer_instrumentation nounwind }
;
; !fz.facts = !{!0, !1, !2}
;
; !0 = !{!"counters", !"5"}
; !1 = !{!"edges", !"5"}
; !2 = !{!"functions", !"1"}
; !3 = !{}
