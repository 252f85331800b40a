; pipeline: edges<context=callsite;prune=novelty;count=wrap;pcs=off;max-contexts=7>
; hide: constructor, target
;; @f is open to other units: it asks its record, which the runtime fills. Calls of functions that may be such pass what
;; the runtime gave them, others pass nothing (0), so that no old token is found by a callback. LLVM knows that strlen calls
;; nobody.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i64 @strlen(ptr)
declare void @qsort(ptr, i64, i64, ptr)
declare i32 @elsewhere(i32, ...)
@pointer = external global ptr

define i32 @f(i1 %c, ptr %s) {
  %n = call i64 @strlen(ptr %s)
  br i1 %c, label %a, label %b
a:
  %x = call i32 (i32, ...) @elsewhere(i32 1, ptr byval(i64) %s)
  %y = call i32 @f(i1 false, ptr %s)
  ret i32 %x
b:
  %p = load ptr, ptr @pointer
  %z = call i32 %p(ptr %s)
  call void @qsort(ptr %s, i64 1, i64 1, ptr %p)
  ret i32 2
}
;; expected
; record .debug_fz_edges in group f
;   FunctionEdges { name: "f", start: .L__fz_edges.f, row: 3, rows: 1, default_row: true, sites: [
;     Site { kind: Entry, source: ?, target: ?, case: None, counter: Some(0), discriminator: None },
;     Site { kind: Branch, source: ?, target: ?, case: None, counter: Some(1), discriminator: Some(1) },
;     Site { kind: Branch, source: ?, target: ?, case: None, counter: Some(2), discriminator: Some(2) }], contexts: [], record: .L__fz_edges.f.rows, first_call: .L__fz_edges.f.calls, calls: [
;     CallSite { function: "elsewhere", place: ? },
;     CallSite { function: "f", place: ? }] }
;
; $f = comdat nodeduplicate
;
; @pointer = external global ptr
; @__fz_edges.f = private global [3 x i8] zeroinitializer, section "__sancov_cntrs", comdat($f), align 1
; @__fz_edges.f.rows = private externally_initialized global [4 x ptr] [ptr null, ptr null, ptr @__fz_edges.f.here, ptr inttoptr (i64 30064771075 to ptr)], section "__fz_functions", comdat($f), align 8
; @__fz_edges.f.calls = private externally_initialized global [4 x ptr] [ptr null, ptr @elsewhere, ptr null, ptr @f], section "__fz_calls", comdat($f), align 8
; @llvm.compiler.used = appending global [3 x ptr] [ptr @__fz_edges.f, ptr @__fz_edges.f.rows, ptr @__fz_edges.f.calls], section "llvm.metadata"
;
; @__fz_edges.f.here = private alias i32 (i1, ptr), ptr @f
;
; declare i64 @strlen(ptr)
;
; declare void @qsort(ptr, i64, i64, ptr)
;
; declare i32 @elsewhere(i32, ...)
;
; define i32 @f(i1 %c, ptr %s, ptr nest %0) #0 comdat {
;   %2 = load atomic i64, ptr getelementptr (i8, ptr @__fz_edges.f.rows, i64 8) acquire, align 8, !nosanitize !3
;   %3 = load i64, ptr @__fz_edges.f.rows, align 8, !nosanitize !3
;   %4 = ptrtoint ptr %0 to i64
;   %5 = sub i64 %4, %3
;   %6 = icmp ult i64 %5, %2
;   %7 = select i1 %6, ptr %0, ptr @__fz_edges.f
;   %8 = getelementptr inbounds i8, ptr %7, i64 0
;   %9 = load i8, ptr %8, align 1, !nosanitize !3
;   %10 = call i8 asm "incb $0", "=q,0,~{dirflag},~{fpsr},~{flags}"(i8 %9) #2, !nosanitize !3
;   store i8 %10, ptr %8, align 1, !nosanitize !3
;   %n = call i64 @strlen(ptr %s)
;   br i1 %c, label %a, label %b
;
; a:                                                ; preds = %1
;   %11 = getelementptr inbounds i8, ptr %7, i64 1
;   %12 = load i8, ptr %11, align 1, !nosanitize !3
;   %13 = call i8 asm "incb $0", "=q,0,~{dirflag},~{fpsr},~{flags}"(i8 %12) #2, !nosanitize !3
;   store i8 %13, ptr %11, align 1, !nosanitize !3
;   %14 = load ptr, ptr @__fz_edges.f.calls, align 8, !nosanitize !3
;   %x = call i32 (i32, ptr, ...) @elsewhere(i32 1, ptr nest %14, ptr byval(i64) %s)
;   %15 = load ptr, ptr getelementptr (i8, ptr @__fz_edges.f.calls, i64 16), align 8, !nosanitize !3
;   %y = call i32 @f(i1 false, ptr %s, ptr nest %15)
;   ret i32 %x
;
; b:                                                ; preds = %1
;   %16 = getelementptr inbounds i8, ptr %7, i64 2
;   %17 = load i8, ptr %16, align 1, !nosanitize !3
;   %18 = call i8 asm "incb $0", "=q,0,~{dirflag},~{fpsr},~{flags}"(i8 %17) #2, !nosanitize !3
;   store i8 %18, ptr %16, align 1, !nosanitize !3
;   %p = load ptr, ptr @pointer, align 8
;   %z = call i32 %p(ptr %s, ptr nest null)
;   call void @qsort(ptr %s, i64 1, i64 1, ptr %p, ptr nest null)
;   ret i32 2
; }
;
; attributes #0 = { "fz-edges" }
; attributes #1 = { disable_sanitizer_instrumentation nounwind }
; attributes #2 = { nounwind }
;
; !fz.facts = !{!0, !1, !2}
;
; !0 = !{!"counters", !"3"}
; !1 = !{!"edges", !"3"}
; !2 = !{!"functions", !"1"}
; !3 = !{}
