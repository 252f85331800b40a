;; A function with funclets is skipped: calls inside of them would need an operand bundle.
; pipeline: edges<pcs=off;records=off>
; codegen: no
; hide: constructor, target
target triple = "x86_64-pc-linux-gnu"
declare i32 @__CxxFrameHandler3(...)
declare void @may_throw()
define void @f() personality ptr @__CxxFrameHandler3 {
entry:
  invoke void @may_throw() to label %out unwind label %dispatch
dispatch:
  %s = catchswitch within none [label %h1, label %h2] unwind to caller
h1:
  %p1 = catchpad within %s [ptr null, i32 64, ptr null]
  catchret from %p1 to label %out
h2:
  %p2 = catchpad within %s [ptr null, i32 64, ptr null]
  catchret from %p2 to label %out
out:
  ret void
}
;; expected
; $f = comdat nodeduplicate
;
; @__fz_edges.f = private global [4 x i8] zeroinitializer, section "__sancov_cntrs", comdat($f), align 1
; @llvm.compiler.used = appending global [1 x ptr] [ptr @__fz_edges.f], section "llvm.metadata"
;
; declare i32 @__CxxFrameHandler3(...)
;
; declare void @may_throw()
;
; define void @f() #0 comdat personality ptr @__CxxFrameHandler3 {
; entry:
;   %0 = load i8, ptr @__fz_edges.f, align 1, !nosanitize !3
;   %1 = icmp ne i8 %0, -1
;   %2 = zext i1 %1 to i8
;   %3 = add i8 %0, %2
;   store i8 %3, ptr @__fz_edges.f, align 1, !nosanitize !3
;   invoke void @may_throw()
;           to label %entry.out_crit_edge unwind label %dispatch
;
; entry.out_crit_edge:                              ; preds = %entry
;   %4 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 1), align 1, !nosanitize !3
;   %5 = icmp ne i8 %4, -1
;   %6 = zext i1 %5 to i8
;   %7 = add i8 %4, %6
;   store i8 %7, ptr getelementptr (i8, ptr @__fz_edges.f, i64 1), align 1, !nosanitize !3
;   br label %out
;
; dispatch:                                         ; preds = %entry
;   %s = catchswitch within none [label %h1, label %h2] unwind to caller
;
; h1:                                               ; preds = %dispatch
;   %p1 = catchpad within %s [ptr null, i32 64, ptr null]
;   %8 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 2), align 1, !nosanitize !3
;   %9 = icmp ne i8 %8, -1
;   %10 = zext i1 %9 to i8
;   %11 = add i8 %8, %10
;   store i8 %11, ptr getelementptr (i8, ptr @__fz_edges.f, i64 2), align 1, !nosanitize !3
;   catchret from %p1 to label %out
;
; h2:                                               ; preds = %dispatch
;   %p2 = catchpad within %s [ptr null, i32 64, ptr null]
;   %12 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 3), align 1, !nosanitize !3
;   %13 = icmp ne i8 %12, -1
;   %14 = zext i1 %13 to i8
;   %15 = add i8 %12, %14
;   store i8 %15, ptr getelementptr (i8, ptr @__fz_edges.f, i64 3), align 1, !nosanitize !3
;   catchret from %p2 to label %out
;
; out:                                              ; preds = %entry.out_crit_edge, %h2, %h1
;   ret void
; }
;
; attributes #0 = { "fz-edges" }
; attributes #1 = { disable_sanitizer_instrumentation nounwind }
;
; !fz.facts = !{!0, !1, !2}
;
; !0 = !{!"counters", !"4"}
; !1 = !{!"edges", !"4"}
; !2 = !{!"functions", !"1"}
; !3 = !{}
