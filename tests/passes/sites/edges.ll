;; Intermediate calls neither exit nor throw: the counters are those of the code without them.
; pipeline: sites<records=off>,edges<prune=novelty;records=off;pcs=off>,compares<form=off>
; hide: constructor
declare void @g()

define i32 @f(i32 %x) {
  %1 = icmp eq i32 %x, 7
  br i1 %1, label %a, label %b
a:
  br label %b
b:
  %2 = icmp ult i32 %x, 9
  br i1 %2, label %c, label %d
c:
  ret i32 1
d:
  ret i32 2
}
;; expected
;
; $f = comdat nodeduplicate
;
; @__fz_edges.f = private global [5 x i8] zeroinitializer, section "__sancov_cntrs", comdat($f), align 1
; @llvm.compiler.used = appending global [1 x ptr] [ptr @__fz_edges.f], section "llvm.metadata"
;
; declare void @g()
;
; define i32 @f(i32 %x) #0 comdat {
;   %1 = load i8, ptr @__fz_edges.f, align 1, !nosanitize !5
;   %2 = icmp ne i8 %1, -1
;   %3 = zext i1 %2 to i8
;   %4 = add i8 %1, %3
;   store i8 %4, ptr @__fz_edges.f, align 1, !nosanitize !5
;   %5 = icmp eq i32 %x, 7
;   br i1 %5, label %a, label %.b_crit_edge
;
; .b_crit_edge:                                     ; preds = %0
;   %6 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 1), align 1, !nosanitize !5
;   %7 = icmp ne i8 %6, -1
;   %8 = zext i1 %7 to i8
;   %9 = add i8 %6, %8
;   store i8 %9, ptr getelementptr (i8, ptr @__fz_edges.f, i64 1), align 1, !nosanitize !5
;   br label %b
;
; a:                                                ; preds = %0
;   %10 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 4), align 1, !nosanitize !5
;   %11 = icmp ne i8 %10, -1
;   %12 = zext i1 %11 to i8
;   %13 = add i8 %10, %12
;   store i8 %13, ptr getelementptr (i8, ptr @__fz_edges.f, i64 4), align 1, !nosanitize !5
;   br label %b
;
; b:                                                ; preds = %.b_crit_edge, %a
;   %14 = icmp ult i32 %x, 9
;   br i1 %14, label %c, label %d
;
; c:                                                ; preds = %b
;   %15 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 2), align 1, !nosanitize !5
;   %16 = icmp ne i8 %15, -1
;   %17 = zext i1 %16 to i8
;   %18 = add i8 %15, %17
;   store i8 %18, ptr getelementptr (i8, ptr @__fz_edges.f, i64 2), align 1, !nosanitize !5
;   ret i32 1
;
; d:                                                ; preds = %b
;   %19 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 3), align 1, !nosanitize !5
;   %20 = icmp ne i8 %19, -1
;   %21 = zext i1 %20 to i8
;   %22 = add i8 %19, %21
;   store i8 %22, ptr getelementptr (i8, ptr @__fz_edges.f, i64 3), align 1, !nosanitize !5
;   ret i32 2
; }
;
; attributes #0 = { "fz-edges" "fz-sites" }
; attributes #1 = { disable_sanitizer_instrumentation nounwind }
;
; !fz.facts = !{!0, !1, !2, !3, !4}
;
; !0 = !{!"done:sites", !"2"}
; !1 = !{!"counters", !"5"}
; !2 = !{!"edges", !"5"}
; !3 = !{!"functions", !"1"}
; !4 = !{!"skipped:compares:untold", !"2"}
; !5 = !{}
