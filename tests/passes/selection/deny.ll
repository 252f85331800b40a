;; A denied function keeps its code to itself: calls across the border are not inlined.
; pipeline: selection<deny=log%2A>,edges<count=wrap;pcs=off;records=off>
; hide: constructor, target
target triple = "x86_64-pc-linux-gnu"
define void @log_it() {
  ret void
}
define void @work() {
  call void @log_it()
  call void @more()
  ret void
}
define void @more() {
  ret void
}
;; expected
; $work = comdat nodeduplicate
;
; $more = comdat nodeduplicate
;
; @__fz_edges.work = private global [1 x i8] zeroinitializer, section "__sancov_cntrs", comdat($work), align 1
; @__fz_edges.more = private global [1 x i8] zeroinitializer, section "__sancov_cntrs", comdat($more), align 1
; @llvm.compiler.used = appending global [2 x ptr] [ptr @__fz_edges.work, ptr @__fz_edges.more], section "llvm.metadata"
;
; define void @log_it() #0 {
;   ret void
; }
;
; define void @work() #1 comdat {
;   %1 = load i8, ptr @__fz_edges.work, align 1, !nosanitize !5
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.work, align 1, !nosanitize !5
;   call void @log_it() #3
;   call void @more()
;   ret void
; }
;
; define void @more() #1 comdat {
;   %1 = load i8, ptr @__fz_edges.more, align 1, !nosanitize !5
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.more, align 1, !nosanitize !5
;   ret void
; }
;
; attributes #0 = { "fz-excluded" }
; attributes #1 = { "fz-edges" }
; attributes #2 = { disable_sanitizer_instrumentation nounwind }
; attributes #3 = { noinline }
;
; !fz.facts = !{!0, !1, !2, !3, !2, !3, !4}
;
; !0 = !{!"selection:log*", !"0"}
; !1 = !{!"selection:log*", !"1"}
; !2 = !{!"counters", !"1"}
; !3 = !{!"edges", !"1"}
; !4 = !{!"functions", !"2"}
; !5 = !{}
