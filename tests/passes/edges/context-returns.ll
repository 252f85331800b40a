;; Where calls that pass tokens share a return with other ways, the register is cleared on the others alone: the calls can
;; still become tail calls, and have set the register themselves.
; pipeline: edges<context=callsite;count=wrap;pcs=off;records=off>
; hide: constructor, target
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i32 @anybody(i32)

define i32 @joined(i32 %x) {
  switch i32 %x, label %calls [
    i32 1, label %end
    i32 2, label %other
    i32 3, label %plain
  ]
calls:
  %a = tail call i32 @anybody(i32 %x)
  br label %end
other:
  %b = tail call i32 @joined(i32 4)
  br label %end
plain:
  br label %end
end:
  %r = phi i32 [ %a, %calls ], [ %b, %other ], [ 7, %plain ], [ 9, %0 ]
  ret i32 %r
}

; Nothing but ways without a call: once, before the return.
define i32 @alone(i1 %c) {
  br i1 %c, label %a, label %b
a:
  br label %end
b:
  br label %end
end:
  %r = phi i32 [ 1, %a ], [ 2, %b ]
  ret i32 %r
}
;; expected
; $joined = comdat nodeduplicate
;
; $alone = comdat nodeduplicate
;
; @__fz_edges.joined = private global [5 x i8] zeroinitializer, section "__sancov_cntrs", comdat($joined), align 1
; @__fz_edges.joined.rows = private externally_initialized global [4 x ptr] [ptr null, ptr null, ptr @__fz_edges.joined.here, ptr inttoptr (i64 274877906949 to ptr)], section "__fz_functions", comdat($joined), align 8
; @__fz_edges.joined.calls = private externally_initialized global [4 x ptr] [ptr null, ptr @anybody, ptr null, ptr @joined], section "__fz_calls", comdat($joined), align 8
; @__fz_edges.alone = private global [3 x i8] zeroinitializer, section "__sancov_cntrs", comdat($alone), align 1
; @__fz_edges.alone.rows = private externally_initialized global [4 x ptr] [ptr null, ptr null, ptr @__fz_edges.alone.here, ptr inttoptr (i64 274877906947 to ptr)], section "__fz_functions", comdat($alone), align 8
; @llvm.compiler.used = appending global [5 x ptr] [ptr @__fz_edges.joined, ptr @__fz_edges.joined.rows, ptr @__fz_edges.joined.calls, ptr @__fz_edges.alone, ptr @__fz_edges.alone.rows], section "llvm.metadata"
;
; @__fz_edges.joined.here = private alias i32 (i32), ptr @joined
; @__fz_edges.alone.here = private alias i32 (i1), ptr @alone
;
; declare i32 @anybody(i32)
;
; define i32 @joined(i32 %x, ptr nest %0) #0 comdat {
;   %2 = load atomic i64, ptr getelementptr (i8, ptr @__fz_edges.joined.rows, i64 8) acquire, align 8, !nosanitize !5
;   %3 = load i64, ptr @__fz_edges.joined.rows, align 8, !nosanitize !5
;   %4 = ptrtoint ptr %0 to i64
;   %5 = sub i64 %4, %3
;   %6 = icmp ult i64 %5, %2
;   %7 = select i1 %6, ptr %0, ptr @__fz_edges.joined
;   %8 = getelementptr inbounds i8, ptr %7, i64 0
;   %9 = load i8, ptr %8, align 1, !nosanitize !5
;   %10 = call i8 asm "incb $0", "=q,0,~{dirflag},~{fpsr},~{flags}"(i8 %9) #2, !nosanitize !5
;   store i8 %10, ptr %8, align 1, !nosanitize !5
;   switch i32 %x, label %calls [
;     i32 1, label %.end_crit_edge
;     i32 2, label %other
;     i32 3, label %plain
;   ]
;
; .end_crit_edge:                                   ; preds = %1
;   %11 = getelementptr inbounds i8, ptr %7, i64 1
;   %12 = load i8, ptr %11, align 1, !nosanitize !5
;   %13 = call i8 asm "incb $0", "=q,0,~{dirflag},~{fpsr},~{flags}"(i8 %12) #2, !nosanitize !5
;   store i8 %13, ptr %11, align 1, !nosanitize !5
;   call void asm sideeffect "xorl %r10d, %r10d", "~{r10},~{dirflag},~{fpsr},~{flags}"() #2, !nosanitize !5
;   br label %end
;
; calls:                                            ; preds = %1
;   %14 = getelementptr inbounds i8, ptr %7, i64 4
;   %15 = load i8, ptr %14, align 1, !nosanitize !5
;   %16 = call i8 asm "incb $0", "=q,0,~{dirflag},~{fpsr},~{flags}"(i8 %15) #2, !nosanitize !5
;   store i8 %16, ptr %14, align 1, !nosanitize !5
;   %17 = load ptr, ptr @__fz_edges.joined.calls, align 8, !nosanitize !5
;   %a = tail call i32 @anybody(i32 %x, ptr nest %17)
;   br label %end
;
; other:                                            ; preds = %1
;   %18 = getelementptr inbounds i8, ptr %7, i64 2
;   %19 = load i8, ptr %18, align 1, !nosanitize !5
;   %20 = call i8 asm "incb $0", "=q,0,~{dirflag},~{fpsr},~{flags}"(i8 %19) #2, !nosanitize !5
;   store i8 %20, ptr %18, align 1, !nosanitize !5
;   %21 = load ptr, ptr getelementptr (i8, ptr @__fz_edges.joined.calls, i64 16), align 8, !nosanitize !5
;   %b = tail call i32 @joined(i32 4, ptr nest %21)
;   br label %end
;
; plain:                                            ; preds = %1
;   %22 = getelementptr inbounds i8, ptr %7, i64 3
;   %23 = load i8, ptr %22, align 1, !nosanitize !5
;   %24 = call i8 asm "incb $0", "=q,0,~{dirflag},~{fpsr},~{flags}"(i8 %23) #2, !nosanitize !5
;   store i8 %24, ptr %22, align 1, !nosanitize !5
;   call void asm sideeffect "xorl %r10d, %r10d", "~{r10},~{dirflag},~{fpsr},~{flags}"() #2, !nosanitize !5
;   br label %end
;
; end:                                              ; preds = %.end_crit_edge, %plain, %other, %calls
;   %r = phi i32 [ %a, %calls ], [ %b, %other ], [ 7, %plain ], [ 9, %.end_crit_edge ]
;   ret i32 %r
; }
;
; define i32 @alone(i1 %c, ptr nest %0) #0 comdat {
;   %2 = load atomic i64, ptr getelementptr (i8, ptr @__fz_edges.alone.rows, i64 8) acquire, align 8, !nosanitize !5
;   %3 = load i64, ptr @__fz_edges.alone.rows, align 8, !nosanitize !5
;   %4 = ptrtoint ptr %0 to i64
;   %5 = sub i64 %4, %3
;   %6 = icmp ult i64 %5, %2
;   %7 = select i1 %6, ptr %0, ptr @__fz_edges.alone
;   %8 = getelementptr inbounds i8, ptr %7, i64 0
;   %9 = load i8, ptr %8, align 1, !nosanitize !5
;   %10 = call i8 asm "incb $0", "=q,0,~{dirflag},~{fpsr},~{flags}"(i8 %9) #2, !nosanitize !5
;   store i8 %10, ptr %8, align 1, !nosanitize !5
;   br i1 %c, label %a, label %b
;
; a:                                                ; preds = %1
;   %11 = getelementptr inbounds i8, ptr %7, i64 1
;   %12 = load i8, ptr %11, align 1, !nosanitize !5
;   %13 = call i8 asm "incb $0", "=q,0,~{dirflag},~{fpsr},~{flags}"(i8 %12) #2, !nosanitize !5
;   store i8 %13, ptr %11, align 1, !nosanitize !5
;   br label %end
;
; b:                                                ; preds = %1
;   %14 = getelementptr inbounds i8, ptr %7, i64 2
;   %15 = load i8, ptr %14, align 1, !nosanitize !5
;   %16 = call i8 asm "incb $0", "=q,0,~{dirflag},~{fpsr},~{flags}"(i8 %15) #2, !nosanitize !5
;   store i8 %16, ptr %14, align 1, !nosanitize !5
;   br label %end
;
; end:                                              ; preds = %b, %a
;   %r = phi i32 [ 1, %a ], [ 2, %b ]
;   call void asm sideeffect "xorl %r10d, %r10d", "~{r10},~{dirflag},~{fpsr},~{flags}"() #2, !nosanitize !5
;   ret i32 %r
; }
;
; attributes #0 = { "fz-edges" }
; attributes #1 = { disable_sanitizer_instrumentation nounwind }
; attributes #2 = { nounwind }
;
; !fz.facts = !{!0, !1, !2, !3, !4}
;
; !0 = !{!"counters", !"5"}
; !1 = !{!"edges", !"5"}
; !2 = !{!"counters", !"3"}
; !3 = !{!"edges", !"3"}
; !4 = !{!"functions", !"2"}
; !5 = !{}
