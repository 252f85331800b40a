;; A branch that the program does not have, and whose ways meet again, tells nothing: its edges have no counters.
; pipeline: edges<prune=novelty;form=ir>
; hide: constructor
define i32 @f(i32 %x) {
  %a = icmp ugt i32 %x, 127
  br i1 %a, label %ask, label %meet, !fz.silent !0

ask:
  %asked = call i32 @g(i32 %x) nounwind willreturn
  br label %meet

meet:
  %r = phi i32 [ %asked, %ask ], [ 1, %0 ]
  %b = icmp eq i32 %r, 0
  br i1 %b, label %yes, label %no

yes:
  ret i32 1

no:
  ret i32 0
}

declare i32 @g(i32)

!0 = !{}
;; expected
;
; record .debug_fz_edges in group f
;   FunctionEdges { name: "f", start: __fz_edges.f, row: 3, rows: 1, default_row: true, sites: [
;     Site { kind: Entry, source: ?, target: ?, case: None, counter: Some(0), discriminator: None },
;     Site { kind: Branch, source: ?, target: ?, case: None, counter: Some(1), discriminator: Some(1) },
;     Site { kind: Branch, source: ?, target: ?, case: None, counter: Some(2), discriminator: Some(2) }], contexts: [], record: None, first_call: None, calls: [] }
;
; $f = comdat nodeduplicate
;
; @__fz_edges.f = private global [3 x i8] zeroinitializer, section "__sancov_cntrs", comdat($f), align 1
; @__fz_edges.f.pcs = private global [6 x ptr] [ptr @f, ptr inttoptr (i64 1 to ptr), ptr getelementptr (i8, ptr @f, i64 1), ptr null, ptr getelementptr (i8, ptr @f, i64 2), ptr null], section "__sancov_pcs", comdat($f), align 8
; @llvm.compiler.used = appending global [2 x ptr] [ptr @__fz_edges.f, ptr @__fz_edges.f.pcs], section "llvm.metadata"
;
; define i32 @f(i32 %x) #0 comdat {
;   %1 = load i8, ptr @__fz_edges.f, align 1, !nosanitize !3
;   %2 = icmp ne i8 %1, -1
;   %3 = zext i1 %2 to i8
;   %4 = add i8 %1, %3
;   store i8 %4, ptr @__fz_edges.f, align 1, !nosanitize !3
;   %a = icmp ugt i32 %x, 127
;   br i1 %a, label %ask, label %meet, !fz.silent !3
;
; ask:                                              ; preds = %0
;   %asked = call i32 @g(i32 %x) #2
;   br label %meet
;
; meet:                                             ; preds = %ask, %0
;   %r = phi i32 [ %asked, %ask ], [ 1, %0 ]
;   %b = icmp eq i32 %r, 0
;   br i1 %b, label %yes, label %no
;
; yes:                                              ; preds = %meet
;   %5 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 1), align 1, !nosanitize !3
;   %6 = icmp ne i8 %5, -1
;   %7 = zext i1 %6 to i8
;   %8 = add i8 %5, %7
;   store i8 %8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 1), align 1, !nosanitize !3
;   ret i32 1
;
; no:                                               ; preds = %meet
;   %9 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 2), align 1, !nosanitize !3
;   %10 = icmp ne i8 %9, -1
;   %11 = zext i1 %10 to i8
;   %12 = add i8 %9, %11
;   store i8 %12, ptr getelementptr (i8, ptr @__fz_edges.f, i64 2), align 1, !nosanitize !3
;   ret i32 0
; }
;
; declare i32 @g(i32)
;
; attributes #0 = { "fz-edges" }
; attributes #1 = { disable_sanitizer_instrumentation nounwind }
; attributes #2 = { nounwind willreturn }
;
; !fz.facts = !{!0, !1, !2}
;
; !0 = !{!"counters", !"3"}
; !1 = !{!"edges", !"3"}
; !2 = !{!"functions", !"1"}
; !3 = !{}
