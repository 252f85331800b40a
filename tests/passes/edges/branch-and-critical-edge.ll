;; The edge from the entry to %join is critical: it gets a block of its own. The φ follows.
; pipeline: edges<count=wrap;records=off>
; hide: constructor, target
target triple = "x86_64-pc-linux-gnu"
define i32 @f(i1 %c) {
entry:
  br i1 %c, label %then, label %join
then:
  br label %join
join:
  %r = phi i32 [ 1, %then ], [ 2, %entry ]
  ret i32 %r
}
;; expected
; $f = comdat nodeduplicate
;
; @__fz_edges.f = private global [3 x i8] zeroinitializer, section "__sancov_cntrs", comdat($f), align 1
; @__fz_edges.f.pcs = private global [6 x ptr] [ptr @f, ptr inttoptr (i64 1 to ptr), ptr getelementptr (i8, ptr @f, i64 1), ptr null, ptr getelementptr (i8, ptr @f, i64 2), ptr null], section "__sancov_pcs", comdat($f), align 8
; @llvm.compiler.used = appending global [2 x ptr] [ptr @__fz_edges.f, ptr @__fz_edges.f.pcs], section "llvm.metadata"
;
; define i32 @f(i1 %c) #0 comdat {
; entry:
;   %0 = load i8, ptr @__fz_edges.f, align 1, !nosanitize !3
;   %1 = add i8 %0, 1
;   store i8 %1, ptr @__fz_edges.f, align 1, !nosanitize !3
;   br i1 %c, label %then, label %entry.join_crit_edge
;
; entry.join_crit_edge:                             ; preds = %entry
;   %2 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 2), align 1, !nosanitize !3
;   %3 = add i8 %2, 1
;   store i8 %3, ptr getelementptr (i8, ptr @__fz_edges.f, i64 2), align 1, !nosanitize !3
;   br label %join
;
; then:                                             ; preds = %entry
;   %4 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 1), align 1, !nosanitize !3
;   %5 = add i8 %4, 1
;   store i8 %5, ptr getelementptr (i8, ptr @__fz_edges.f, i64 1), align 1, !nosanitize !3
;   br label %join
;
; join:                                             ; preds = %entry.join_crit_edge, %then
;   %r = phi i32 [ 1, %then ], [ 2, %entry.join_crit_edge ]
;   ret i32 %r
; }
;
; attributes #0 = { "fz-edges" }
; attributes #1 = { disable_sanitizer_instrumentation nounwind }
; attributes #2 = { disable_sanitizer_instrumentation noinline nounwind }
;
; !fz.facts = !{!0, !1, !2}
;
; !0 = !{!"counters", !"3"}
; !1 = !{!"edges", !"3"}
; !2 = !{!"functions", !"1"}
; !3 = !{}
