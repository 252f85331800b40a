;; Optimisations have doubled a guard's branch: both edges into its block share a counter, for there is one guard.
; pipeline: edges<count=wrap;pcs=off;records=off;prune=novelty>
; hide: constructor, target
target triple = "x86_64-pc-linux-gnu"

@file = private unnamed_addr constant [4 x i8] c"a.c\00"
@int = private unnamed_addr constant { i16, i16, [6 x i8] } { i16 0, i16 11, [6 x i8] c"'int'\00" }
@__fz_guard = private global [6 x ptr] [ptr @file, ptr getelementptr (i8, ptr @int, i64 4), ptr null, ptr inttoptr (i64 133143986180 to ptr), ptr inttoptr (i64 2149580801 to ptr), ptr null], section "__fz_guards", align 8

declare void @__fz_tell.__fz_guard_hit(ptr, i64, i64, ptr)

define i32 @sums(i1 %loops, i1 %one, i1 %other) {
  br i1 %loops, label %again, label %once
again:
  br i1 %one, label %go, label %handle, !fz.guard !0
once:
  br i1 %other, label %go, label %handle, !fz.guard !0
handle:
  call void @__fz_tell.__fz_guard_hit(ptr @__fz_guard, i64 1, i64 2, ptr null)
  br label %go
go:
  ret i32 0
}

!0 = !{ptr @__fz_guard}
;; expected
; $sums = comdat nodeduplicate
;
; @file = private unnamed_addr constant [4 x i8] c"a.c\00"
; @int = private unnamed_addr constant { i16, i16, [6 x i8] } { i16 0, i16 11, [6 x i8] c"'int'\00" }
; @__fz_guard = private global [6 x ptr] [ptr @file, ptr getelementptr (i8, ptr @int, i64 4), ptr null, ptr inttoptr (i64 133143986180 to ptr), ptr inttoptr (i64 2149580801 to ptr), ptr null], section "__fz_guards", align 8
; @__fz_edges.sums = private global [6 x i8] zeroinitializer, section "__sancov_cntrs", comdat($sums), align 1
; @llvm.compiler.used = appending global [1 x ptr] [ptr @__fz_edges.sums], section "llvm.metadata"
;
; declare void @__fz_tell.__fz_guard_hit(ptr, i64, i64, ptr)
;
; define i32 @sums(i1 %loops, i1 %one, i1 %other) #0 comdat {
;   %1 = load i8, ptr @__fz_edges.sums, align 1, !nosanitize !3
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.sums, align 1, !nosanitize !3
;   br i1 %loops, label %again, label %once
;
; again:                                            ; preds = %0
;   %3 = load i8, ptr getelementptr (i8, ptr @__fz_edges.sums, i64 4), align 1, !nosanitize !3
;   %4 = add i8 %3, 1
;   store i8 %4, ptr getelementptr (i8, ptr @__fz_edges.sums, i64 4), align 1, !nosanitize !3
;   br i1 %one, label %again.go_crit_edge, label %handle, !fz.guard !4
;
; again.go_crit_edge:                               ; preds = %again
;   %5 = load i8, ptr getelementptr (i8, ptr @__fz_edges.sums, i64 5), align 1, !nosanitize !3
;   %6 = add i8 %5, 1
;   store i8 %6, ptr getelementptr (i8, ptr @__fz_edges.sums, i64 5), align 1, !nosanitize !3
;   br label %go
;
; once:                                             ; preds = %0
;   %7 = load i8, ptr getelementptr (i8, ptr @__fz_edges.sums, i64 1), align 1, !nosanitize !3
;   %8 = add i8 %7, 1
;   store i8 %8, ptr getelementptr (i8, ptr @__fz_edges.sums, i64 1), align 1, !nosanitize !3
;   br i1 %other, label %once.go_crit_edge, label %handle, !fz.guard !4
;
; once.go_crit_edge:                                ; preds = %once
;   %9 = load i8, ptr getelementptr (i8, ptr @__fz_edges.sums, i64 3), align 1, !nosanitize !3
;   %10 = add i8 %9, 1
;   store i8 %10, ptr getelementptr (i8, ptr @__fz_edges.sums, i64 3), align 1, !nosanitize !3
;   br label %go
;
; handle:                                           ; preds = %once, %again
;   %11 = load i8, ptr getelementptr (i8, ptr @__fz_edges.sums, i64 2), align 1, !nosanitize !3
;   %12 = add i8 %11, 1
;   store i8 %12, ptr getelementptr (i8, ptr @__fz_edges.sums, i64 2), align 1, !nosanitize !3
;   call void @__fz_tell.__fz_guard_hit(ptr @__fz_guard, i64 1, i64 2, ptr getelementptr (i8, ptr @__fz_edges.sums, i64 2))
;   br label %go
;
; go:                                               ; preds = %once.go_crit_edge, %again.go_crit_edge, %handle
;   ret i32 0
; }
;
; attributes #0 = { "fz-edges" }
; attributes #1 = { disable_sanitizer_instrumentation nounwind }
;
; !fz.facts = !{!0, !1, !2}
;
; !0 = !{!"counters", !"6"}
; !1 = !{!"edges", !"6"}
; !2 = !{!"functions", !"1"}
; !3 = !{}
; !4 = !{ptr @__fz_guard}
