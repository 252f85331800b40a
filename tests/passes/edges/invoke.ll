;; A shared landing pad counts once, behind its landingpad instruction; the normal edges count each.
; pipeline: edges<count=wrap;pcs=off;records=off>
; hide: constructor, target
target triple = "x86_64-pc-linux-gnu"
declare i32 @__gxx_personality_v0(...)
declare void @may_throw()
define void @f() personality ptr @__gxx_personality_v0 {
entry:
  invoke void @may_throw() to label %next unwind label %pad
next:
  invoke void @may_throw() to label %out unwind label %pad
out:
  ret void
pad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}
;; expected
; $f = comdat nodeduplicate
;
; @__fz_edges.f = private global [4 x i8] zeroinitializer, section "__sancov_cntrs", comdat($f), align 1
; @llvm.compiler.used = appending global [1 x ptr] [ptr @__fz_edges.f], section "llvm.metadata"
;
; declare i32 @__gxx_personality_v0(...)
;
; declare void @may_throw()
;
; define void @f() #0 comdat personality ptr @__gxx_personality_v0 {
; entry:
;   %0 = load i8, ptr @__fz_edges.f, align 1, !nosanitize !3
;   %1 = add i8 %0, 1
;   store i8 %1, ptr @__fz_edges.f, align 1, !nosanitize !3
;   invoke void @may_throw()
;           to label %next unwind label %pad
;
; next:                                             ; preds = %entry
;   %2 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 1), align 1, !nosanitize !3
;   %3 = add i8 %2, 1
;   store i8 %3, ptr getelementptr (i8, ptr @__fz_edges.f, i64 1), align 1, !nosanitize !3
;   invoke void @may_throw()
;           to label %out unwind label %pad
;
; out:                                              ; preds = %next
;   %4 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 3), align 1, !nosanitize !3
;   %5 = add i8 %4, 1
;   store i8 %5, ptr getelementptr (i8, ptr @__fz_edges.f, i64 3), align 1, !nosanitize !3
;   ret void
;
; pad:                                              ; preds = %next, %entry
;   %e = landingpad { ptr, i32 }
;           cleanup
;   %6 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 2), align 1, !nosanitize !3
;   %7 = add i8 %6, 1
;   store i8 %7, ptr getelementptr (i8, ptr @__fz_edges.f, i64 2), align 1, !nosanitize !3
;   resume { ptr, i32 } %e
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
