; pipeline: edges<count=wrap;pcs=off;records=off>
; hide: constructor, target
target triple = "x86_64-pc-linux-gnu"
declare i32 @g(i32)
define i32 @f(i32 %x) {
entry:
  %c = icmp eq i32 %x, 0
  br i1 %c, label %a, label %b
a:
  %r = musttail call i32 @g(i32 %x)
  ret i32 %r
b:
  ret i32 0
}
;; expected
; $f = comdat nodeduplicate
;
; @__fz_edges.f = private global [3 x i8] zeroinitializer, section "__sancov_cntrs", comdat($f), align 1
; @llvm.compiler.used = appending global [1 x ptr] [ptr @__fz_edges.f], section "llvm.metadata"
;
; declare i32 @g(i32)
;
; define i32 @f(i32 %x) #0 comdat {
; entry:
;   %0 = load i8, ptr @__fz_edges.f, align 1, !nosanitize !3
;   %1 = add i8 %0, 1
;   store i8 %1, ptr @__fz_edges.f, align 1, !nosanitize !3
;   %c = icmp eq i32 %x, 0
;   br i1 %c, label %a, label %b
;
; a:                                                ; preds = %entry
;   %2 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 1), align 1, !nosanitize !3
;   %3 = add i8 %2, 1
;   store i8 %3, ptr getelementptr (i8, ptr @__fz_edges.f, i64 1), align 1, !nosanitize !3
;   %r = musttail call i32 @g(i32 %x)
;   ret i32 %r
;
; b:                                                ; preds = %entry
;   %4 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 2), align 1, !nosanitize !3
;   %5 = add i8 %4, 1
;   store i8 %5, ptr getelementptr (i8, ptr @__fz_edges.f, i64 2), align 1, !nosanitize !3
;   ret i32 0
; }
;
; attributes #0 = { "fz-edges" }
; attributes #1 = { disable_sanitizer_instrumentation nounwind }
;
; !fz.facts = !{!0, !1, !2}
;
; !0 = !{!"counters", !"3"}
; !1 = !{!"edges", !"3"}
; !2 = !{!"functions", !"1"}
; !3 = !{}
