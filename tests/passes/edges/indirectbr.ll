;; Edges of a computed goto cannot be split: one counter in each target that others reach too.
; pipeline: edges<count=wrap;pcs=off;records=off>
; hide: constructor, target
target triple = "x86_64-pc-linux-gnu"
define void @f(ptr %p, i1 %c) {
entry:
  br i1 %c, label %go, label %a
go:
  indirectbr ptr %p, [label %a, label %b]
a:
  br label %b
b:
  ret void
}
;; expected
; $f = comdat nodeduplicate
;
; @__fz_edges.f = private global [5 x i8] zeroinitializer, section "__sancov_cntrs", comdat($f), align 1
; @llvm.compiler.used = appending global [1 x ptr] [ptr @__fz_edges.f], section "llvm.metadata"
;
; define void @f(ptr %p, i1 %c) #0 comdat {
; entry:
;   %0 = load i8, ptr @__fz_edges.f, align 1, !nosanitize !3
;   %1 = add i8 %0, 1
;   store i8 %1, ptr @__fz_edges.f, align 1, !nosanitize !3
;   br i1 %c, label %go, label %entry.a_crit_edge
;
; entry.a_crit_edge:                                ; preds = %entry
;   %2 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 1), align 1, !nosanitize !3
;   %3 = add i8 %2, 1
;   store i8 %3, ptr getelementptr (i8, ptr @__fz_edges.f, i64 1), align 1, !nosanitize !3
;   br label %a
;
; go:                                               ; preds = %entry
;   %4 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 4), align 1, !nosanitize !3
;   %5 = add i8 %4, 1
;   store i8 %5, ptr getelementptr (i8, ptr @__fz_edges.f, i64 4), align 1, !nosanitize !3
;   indirectbr ptr %p, [label %a, label %b]
;
; a:                                                ; preds = %entry.a_crit_edge, %go
;   %6 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 2), align 1, !nosanitize !3
;   %7 = add i8 %6, 1
;   store i8 %7, ptr getelementptr (i8, ptr @__fz_edges.f, i64 2), align 1, !nosanitize !3
;   br label %b
;
; b:                                                ; preds = %a, %go
;   %8 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 3), align 1, !nosanitize !3
;   %9 = add i8 %8, 1
;   store i8 %9, ptr getelementptr (i8, ptr @__fz_edges.f, i64 3), align 1, !nosanitize !3
;   ret void
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
