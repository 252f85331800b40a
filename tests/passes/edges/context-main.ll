; pipeline: edges<context=callsite;count=wrap;pcs=off>
; hide: constructor, target
;; Whoever starts the program calls @main, and passes no context: it keeps its one row. @other takes one.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @main(i1 %c) {
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  ret i32 2
}

define i32 @other(i1 %c) {
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  ret i32 2
}
;; expected
; record .debug_fz_edges in group main
;   FunctionEdges { name: "main", start: .L__fz_edges.main, row: 3, rows: 1, default_row: true, sites: [
;     Site { kind: Entry, source: ?, target: ?, case: None, counter: Some(0), discriminator: None },
;     Site { kind: Branch, source: ?, target: ?, case: None, counter: Some(1), discriminator: Some(1) },
;     Site { kind: Branch, source: ?, target: ?, case: None, counter: Some(2), discriminator: Some(2) }], contexts: [], record: None, first_call: None, calls: [] }
; record .debug_fz_edges in group other
;   FunctionEdges { name: "other", start: .L__fz_edges.other, row: 3, rows: 1, default_row: true, sites: [
;     Site { kind: Entry, source: ?, target: ?, case: None, counter: Some(0), discriminator: None },
;     Site { kind: Branch, source: ?, target: ?, case: None, counter: Some(1), discriminator: Some(1) },
;     Site { kind: Branch, source: ?, target: ?, case: None, counter: Some(2), discriminator: Some(2) }], contexts: [], record: .L__fz_edges.other.rows, first_call: None, calls: [] }
;
; $main = comdat nodeduplicate
;
; $other = comdat nodeduplicate
;
; @__fz_edges.main = private global [3 x i8] zeroinitializer, section "__sancov_cntrs", comdat($main), align 1
; @__fz_edges.other = private global [3 x i8] zeroinitializer, section "__sancov_cntrs", comdat($other), align 1
; @__fz_edges.other.rows = private externally_initialized global [4 x ptr] [ptr null, ptr null, ptr @__fz_edges.other.here, ptr inttoptr (i64 274877906947 to ptr)], section "__fz_functions", comdat($other), align 8
; @llvm.compiler.used = appending global [3 x ptr] [ptr @__fz_edges.main, ptr @__fz_edges.other, ptr @__fz_edges.other.rows], section "llvm.metadata"
;
; @__fz_edges.other.here = private alias i32 (i1), ptr @other
;
; define i32 @main(i1 %c) #0 comdat {
;   %1 = load i8, ptr @__fz_edges.main, align 1, !nosanitize !3
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.main, align 1, !nosanitize !3
;   br i1 %c, label %a, label %b
;
; a:                                                ; preds = %0
;   %3 = load i8, ptr getelementptr (i8, ptr @__fz_edges.main, i64 1), align 1, !nosanitize !3
;   %4 = add i8 %3, 1
;   store i8 %4, ptr getelementptr (i8, ptr @__fz_edges.main, i64 1), align 1, !nosanitize !3
;   ret i32 1
;
; b:                                                ; preds = %0
;   %5 = load i8, ptr getelementptr (i8, ptr @__fz_edges.main, i64 2), align 1, !nosanitize !3
;   %6 = add i8 %5, 1
;   store i8 %6, ptr getelementptr (i8, ptr @__fz_edges.main, i64 2), align 1, !nosanitize !3
;   ret i32 2
; }
;
; define i32 @other(i1 %c, ptr nest %0) #0 comdat {
;   %2 = load atomic i64, ptr getelementptr (i8, ptr @__fz_edges.other.rows, i64 8) acquire, align 8, !nosanitize !3
;   %3 = load i64, ptr @__fz_edges.other.rows, align 8, !nosanitize !3
;   %4 = ptrtoint ptr %0 to i64
;   %5 = sub i64 %4, %3
;   %6 = icmp ult i64 %5, %2
;   %7 = select i1 %6, ptr %0, ptr @__fz_edges.other
;   %8 = getelementptr inbounds i8, ptr %7, i64 0
;   %9 = load i8, ptr %8, align 1, !nosanitize !3
;   %10 = call i8 asm "incb $0", "=q,0,~{dirflag},~{fpsr},~{flags}"(i8 %9) #2, !nosanitize !3
;   store i8 %10, ptr %8, align 1, !nosanitize !3
;   br i1 %c, label %a, label %b
;
; a:                                                ; preds = %1
;   %11 = getelementptr inbounds i8, ptr %7, i64 1
;   %12 = load i8, ptr %11, align 1, !nosanitize !3
;   %13 = call i8 asm "incb $0", "=q,0,~{dirflag},~{fpsr},~{flags}"(i8 %12) #2, !nosanitize !3
;   store i8 %13, ptr %11, align 1, !nosanitize !3
;   call void asm sideeffect "xorl %r10d, %r10d", "~{r10},~{dirflag},~{fpsr},~{flags}"() #2, !nosanitize !3
;   ret i32 1
;
; b:                                                ; preds = %1
;   %14 = getelementptr inbounds i8, ptr %7, i64 2
;   %15 = load i8, ptr %14, align 1, !nosanitize !3
;   %16 = call i8 asm "incb $0", "=q,0,~{dirflag},~{fpsr},~{flags}"(i8 %15) #2, !nosanitize !3
;   store i8 %16, ptr %14, align 1, !nosanitize !3
;   call void asm sideeffect "xorl %r10d, %r10d", "~{r10},~{dirflag},~{fpsr},~{flags}"() #2, !nosanitize !3
;   ret i32 2
; }
;
; attributes #0 = { "fz-edges" }
; attributes #1 = { disable_sanitizer_instrumentation nounwind }
; attributes #2 = { nounwind }
;
; !fz.facts = !{!0, !1, !0, !1, !2}
;
; !0 = !{!"counters", !"3"}
; !1 = !{!"edges", !"3"}
; !2 = !{!"functions", !"2"}
; !3 = !{}
