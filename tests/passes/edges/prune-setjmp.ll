;; Control leaves the block of a setjmp as often as there are longjmps: more often than it came in, so the way on has a
;; counter of its own. In @plain both are equal, and one is enough.
; pipeline: edges<count=wrap;pcs=off;records=off;prune=novelty>
; hide: constructor, target
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i32 @_setjmp(ptr) returns_twice
declare i32 @ask(ptr) willreturn nounwind

define i32 @jumps(ptr %p, i1 %c) {
  %again = call i32 @_setjmp(ptr %p) returns_twice willreturn nounwind
  br i1 %c, label %on, label %never
on:
  ret i32 1
never:
  unreachable
}

define i32 @plain(ptr %p, i1 %c) {
  %answer = call i32 @ask(ptr %p)
  br i1 %c, label %on, label %never
on:
  ret i32 1
never:
  unreachable
}
;; expected
; $jumps = comdat nodeduplicate
;
; $plain = comdat nodeduplicate
;
; @__fz_edges.jumps = private global [2 x i8] zeroinitializer, section "__sancov_cntrs", comdat($jumps), align 1
; @__fz_edges.plain = private global [1 x i8] zeroinitializer, section "__sancov_cntrs", comdat($plain), align 1
; @llvm.compiler.used = appending global [2 x ptr] [ptr @__fz_edges.jumps, ptr @__fz_edges.plain], section "llvm.metadata"
;
; ; Function Attrs: returns_twice
; declare i32 @_setjmp(ptr) #0
;
; ; Function Attrs: nounwind willreturn
; declare i32 @ask(ptr) #1
;
; define i32 @jumps(ptr %p, i1 %c) #2 comdat {
;   %1 = load i8, ptr @__fz_edges.jumps, align 1, !nosanitize !4
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.jumps, align 1, !nosanitize !4
;   %again = call i32 @_setjmp(ptr %p) #4
;   br i1 %c, label %on, label %never
;
; on:                                               ; preds = %0
;   %3 = load i8, ptr getelementptr (i8, ptr @__fz_edges.jumps, i64 1), align 1, !nosanitize !4
;   %4 = add i8 %3, 1
;   store i8 %4, ptr getelementptr (i8, ptr @__fz_edges.jumps, i64 1), align 1, !nosanitize !4
;   ret i32 1
;
; never:                                            ; preds = %0
;   unreachable
; }
;
; define i32 @plain(ptr %p, i1 %c) #2 comdat {
;   %1 = load i8, ptr @__fz_edges.plain, align 1, !nosanitize !4
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.plain, align 1, !nosanitize !4
;   %answer = call i32 @ask(ptr %p)
;   br i1 %c, label %on, label %never
;
; on:                                               ; preds = %0
;   ret i32 1
;
; never:                                            ; preds = %0
;   unreachable
; }
;
; attributes #0 = { returns_twice }
; attributes #1 = { nounwind willreturn }
; attributes #2 = { "fz-edges" }
; attributes #3 = { disable_sanitizer_instrumentation nounwind }
; attributes #4 = { nounwind returns_twice willreturn }
;
; !fz.facts = !{!0, !1, !2, !1, !3}
;
; !0 = !{!"counters", !"2"}
; !1 = !{!"edges", !"2"}
; !2 = !{!"counters", !"1"}
; !3 = !{!"functions", !"2"}
; !4 = !{}
