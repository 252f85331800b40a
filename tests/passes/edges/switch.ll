;; Each case is an edge of its own, also where two share a target; the default is unreachable and gets none.
; pipeline: edges<count=wrap;pcs=off;records=off>
; hide: constructor, target
target triple = "x86_64-pc-linux-gnu"
define i32 @f(i32 %x) {
entry:
  switch i32 %x, label %never [
    i32 1, label %one
    i32 2, label %both
    i32 3, label %both
    i32 4, label %out
  ]
one:
  br label %out
both:
  br label %out
never:
  unreachable
out:
  %r = phi i32 [ 1, %one ], [ 2, %both ], [ 3, %entry ]
  ret i32 %r
}
;; expected
; $f = comdat nodeduplicate
;
; @__fz_edges.f = private global [5 x i8] zeroinitializer, section "__sancov_cntrs", comdat($f), align 1
; @llvm.compiler.used = appending global [1 x ptr] [ptr @__fz_edges.f], section "llvm.metadata"
;
; define i32 @f(i32 %x) #0 comdat {
; entry:
;   %0 = load i8, ptr @__fz_edges.f, align 1, !nosanitize !3
;   %1 = add i8 %0, 1
;   store i8 %1, ptr @__fz_edges.f, align 1, !nosanitize !3
;   switch i32 %x, label %never [
;     i32 1, label %one
;     i32 2, label %entry.both_crit_edge
;     i32 3, label %entry.both_crit_edge1
;     i32 4, label %entry.out_crit_edge
;   ]
;
; entry.out_crit_edge:                              ; preds = %entry
;   %2 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 3), align 1, !nosanitize !3
;   %3 = add i8 %2, 1
;   store i8 %3, ptr getelementptr (i8, ptr @__fz_edges.f, i64 3), align 1, !nosanitize !3
;   br label %out
;
; entry.both_crit_edge1:                            ; preds = %entry
;   %4 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 2), align 1, !nosanitize !3
;   %5 = add i8 %4, 1
;   store i8 %5, ptr getelementptr (i8, ptr @__fz_edges.f, i64 2), align 1, !nosanitize !3
;   br label %both
;
; entry.both_crit_edge:                             ; preds = %entry
;   %6 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 1), align 1, !nosanitize !3
;   %7 = add i8 %6, 1
;   store i8 %7, ptr getelementptr (i8, ptr @__fz_edges.f, i64 1), align 1, !nosanitize !3
;   br label %both
;
; one:                                              ; preds = %entry
;   %8 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 4), align 1, !nosanitize !3
;   %9 = add i8 %8, 1
;   store i8 %9, ptr getelementptr (i8, ptr @__fz_edges.f, i64 4), align 1, !nosanitize !3
;   br label %out
;
; both:                                             ; preds = %entry.both_crit_edge1, %entry.both_crit_edge
;   br label %out
;
; never:                                            ; preds = %entry
;   unreachable
;
; out:                                              ; preds = %entry.out_crit_edge, %both, %one
;   %r = phi i32 [ 1, %one ], [ 2, %both ], [ 3, %entry.out_crit_edge ]
;   ret i32 %r
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
