; pipeline: edges<context=callsite;count=wrap;pcs=off>
; hide: constructor, target
;; @two is only called here: a row for each call, and the address of the row is believed. @once has one caller, and keeps
;; its one row. @taken can be called by anybody: it looks first, and has a default row.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare void @anybody(ptr)

define internal i32 @two(i1 %c) {
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  ret i32 2
}

define internal i32 @once(i1 %c) {
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  ret i32 2
}

define internal i32 @taken(i1 %c) {
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  ret i32 2
}

define internal i32 @main_part(i1 %c) {
  %x = call i32 @two(i1 %c)
  %y = tail call i32 @two(i1 true)
  %z = call i32 @once(i1 %c)
  %w = call i32 @taken(i1 %c)
  call void @anybody(ptr @taken)
  ret i32 %x
}

define i32 @skipped() noprofile {
  %w = call i32 @taken(i1 true)
  %x = call i32 @main_part(i1 true)
  ret i32 %w
}
;; expected
; record .debug_fz_edges in group two
;   FunctionEdges { name: "two", start: .L__fz_edges.two, row: 3, rows: 2, default_row: false, sites: [
;     Site { kind: Entry, source: ?, target: ?, case: None, counter: Some(0), discriminator: None },
;     Site { kind: Branch, source: ?, target: ?, case: None, counter: Some(1), discriminator: Some(1) },
;     Site { kind: Branch, source: ?, target: ?, case: None, counter: Some(2), discriminator: Some(2) }], contexts: [
;     CallSite { function: "main_part", place: ? },
;     CallSite { function: "main_part", place: ? }], record: None, first_call: None, calls: [] }
; record .debug_fz_edges in group once
;   FunctionEdges { name: "once", start: .L__fz_edges.once, row: 3, rows: 1, default_row: true, sites: [
;     Site { kind: Entry, source: ?, target: ?, case: None, counter: Some(0), discriminator: None },
;     Site { kind: Branch, source: ?, target: ?, case: None, counter: Some(1), discriminator: Some(1) },
;     Site { kind: Branch, source: ?, target: ?, case: None, counter: Some(2), discriminator: Some(2) }], contexts: [], record: None, first_call: None, calls: [] }
; record .debug_fz_edges in group taken
;   FunctionEdges { name: "taken", start: .L__fz_edges.taken, row: 3, rows: 2, default_row: true, sites: [
;     Site { kind: Entry, source: ?, target: ?, case: None, counter: Some(0), discriminator: None },
;     Site { kind: Branch, source: ?, target: ?, case: None, counter: Some(1), discriminator: Some(1) },
;     Site { kind: Branch, source: ?, target: ?, case: None, counter: Some(2), discriminator: Some(2) }], contexts: [
;     CallSite { function: "main_part", place: ? }], record: None, first_call: None, calls: [] }
; record .debug_fz_edges in group main_part
;   FunctionEdges { name: "main_part", start: .L__fz_edges.main_part, row: 1, rows: 1, default_row: true, sites: [
;     Site { kind: Entry, source: ?, target: ?, case: None, counter: Some(0), discriminator: None }], contexts: [], record: None, first_call: .L__fz_edges.main_part.calls, calls: [
;     CallSite { function: "anybody", place: ? }] }
;
; $two = comdat nodeduplicate
;
; $once = comdat nodeduplicate
;
; $taken = comdat nodeduplicate
;
; $main_part = comdat nodeduplicate
;
; @__fz_edges.two = private global [6 x i8] zeroinitializer, section "__sancov_cntrs", comdat($two), align 1
; @__fz_edges.once = private global [3 x i8] zeroinitializer, section "__sancov_cntrs", comdat($once), align 1
; @__fz_edges.taken = private global [6 x i8] zeroinitializer, section "__sancov_cntrs", comdat($taken), align 1
; @__fz_edges.main_part = private global [1 x i8] zeroinitializer, section "__sancov_cntrs", comdat($main_part), align 1
; @__fz_edges.main_part.calls = private externally_initialized global [2 x ptr] [ptr null, ptr @anybody], section "__fz_calls", comdat($main_part), align 8
; @llvm.compiler.used = appending global [5 x ptr] [ptr @__fz_edges.two, ptr @__fz_edges.once, ptr @__fz_edges.taken, ptr @__fz_edges.main_part, ptr @__fz_edges.main_part.calls], section "llvm.metadata"
;
; declare void @anybody(ptr)
;
; define internal i32 @two(i1 %c, ptr nest %0) #0 comdat {
;   %2 = getelementptr inbounds i8, ptr %0, i64 0
;   %3 = load i8, ptr %2, align 1, !nosanitize !6
;   %4 = call i8 asm "incb $0", "=q,0,~{dirflag},~{fpsr},~{flags}"(i8 %3) #3, !nosanitize !6
;   store i8 %4, ptr %2, align 1, !nosanitize !6
;   br i1 %c, label %a, label %b
;
; a:                                                ; preds = %1
;   %5 = getelementptr inbounds i8, ptr %0, i64 1
;   %6 = load i8, ptr %5, align 1, !nosanitize !6
;   %7 = call i8 asm "incb $0", "=q,0,~{dirflag},~{fpsr},~{flags}"(i8 %6) #3, !nosanitize !6
;   store i8 %7, ptr %5, align 1, !nosanitize !6
;   call void asm sideeffect "xorl %r10d, %r10d", "~{r10},~{dirflag},~{fpsr},~{flags}"() #3, !nosanitize !6
;   ret i32 1
;
; b:                                                ; preds = %1
;   %8 = getelementptr inbounds i8, ptr %0, i64 2
;   %9 = load i8, ptr %8, align 1, !nosanitize !6
;   %10 = call i8 asm "incb $0", "=q,0,~{dirflag},~{fpsr},~{flags}"(i8 %9) #3, !nosanitize !6
;   store i8 %10, ptr %8, align 1, !nosanitize !6
;   call void asm sideeffect "xorl %r10d, %r10d", "~{r10},~{dirflag},~{fpsr},~{flags}"() #3, !nosanitize !6
;   ret i32 2
; }
;
; define internal i32 @once(i1 %c) #0 comdat {
;   %1 = load i8, ptr @__fz_edges.once, align 1, !nosanitize !6
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.once, align 1, !nosanitize !6
;   br i1 %c, label %a, label %b
;
; a:                                                ; preds = %0
;   %3 = load i8, ptr getelementptr (i8, ptr @__fz_edges.once, i64 1), align 1, !nosanitize !6
;   %4 = add i8 %3, 1
;   store i8 %4, ptr getelementptr (i8, ptr @__fz_edges.once, i64 1), align 1, !nosanitize !6
;   ret i32 1
;
; b:                                                ; preds = %0
;   %5 = load i8, ptr getelementptr (i8, ptr @__fz_edges.once, i64 2), align 1, !nosanitize !6
;   %6 = add i8 %5, 1
;   store i8 %6, ptr getelementptr (i8, ptr @__fz_edges.once, i64 2), align 1, !nosanitize !6
;   ret i32 2
; }
;
; define internal i32 @taken(i1 %c, ptr nest %0) #0 comdat {
;   %2 = ptrtoint ptr %0 to i64
;   %3 = sub i64 %2, ptrtoint (ptr getelementptr (i8, ptr @__fz_edges.taken, i64 3) to i64)
;   %4 = icmp ult i64 %3, 1
;   %5 = select i1 %4, ptr %0, ptr @__fz_edges.taken
;   %6 = getelementptr inbounds i8, ptr %5, i64 0
;   %7 = load i8, ptr %6, align 1, !nosanitize !6
;   %8 = call i8 asm "incb $0", "=q,0,~{dirflag},~{fpsr},~{flags}"(i8 %7) #3, !nosanitize !6
;   store i8 %8, ptr %6, align 1, !nosanitize !6
;   br i1 %c, label %a, label %b
;
; a:                                                ; preds = %1
;   %9 = getelementptr inbounds i8, ptr %5, i64 1
;   %10 = load i8, ptr %9, align 1, !nosanitize !6
;   %11 = call i8 asm "incb $0", "=q,0,~{dirflag},~{fpsr},~{flags}"(i8 %10) #3, !nosanitize !6
;   store i8 %11, ptr %9, align 1, !nosanitize !6
;   call void asm sideeffect "xorl %r10d, %r10d", "~{r10},~{dirflag},~{fpsr},~{flags}"() #3, !nosanitize !6
;   ret i32 1
;
; b:                                                ; preds = %1
;   %12 = getelementptr inbounds i8, ptr %5, i64 2
;   %13 = load i8, ptr %12, align 1, !nosanitize !6
;   %14 = call i8 asm "incb $0", "=q,0,~{dirflag},~{fpsr},~{flags}"(i8 %13) #3, !nosanitize !6
;   store i8 %14, ptr %12, align 1, !nosanitize !6
;   call void asm sideeffect "xorl %r10d, %r10d", "~{r10},~{dirflag},~{fpsr},~{flags}"() #3, !nosanitize !6
;   ret i32 2
; }
;
; define internal i32 @main_part(i1 %c) #0 comdat {
;   %1 = load i8, ptr @__fz_edges.main_part, align 1, !nosanitize !6
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.main_part, align 1, !nosanitize !6
;   %x = call i32 @two(i1 %c, ptr nest @__fz_edges.two)
;   %y = tail call i32 @two(i1 true, ptr nest getelementptr (i8, ptr @__fz_edges.two, i64 3))
;   %z = call i32 @once(i1 %c)
;   %w = call i32 @taken(i1 %c, ptr nest getelementptr (i8, ptr @__fz_edges.taken, i64 3))
;   %3 = load ptr, ptr @__fz_edges.main_part.calls, align 8, !nosanitize !6
;   call void @anybody(ptr @taken, ptr nest %3)
;   ret i32 %x
; }
;
; ; Function Attrs: noprofile
; define i32 @skipped() #1 {
;   %w = call i32 @taken(i1 true, ptr nest @__fz_edges.taken)
;   %x = call i32 @main_part(i1 true)
;   ret i32 %w
; }
;
; attributes #0 = { "fz-edges" }
; attributes #1 = { noprofile }
; attributes #2 = { disable_sanitizer_instrumentation nounwind }
; attributes #3 = { nounwind }
;
; !fz.facts = !{!0, !1, !2, !1, !0, !1, !3, !4, !5}
;
; !0 = !{!"counters", !"6"}
; !1 = !{!"edges", !"3"}
; !2 = !{!"counters", !"3"}
; !3 = !{!"counters", !"1"}
; !4 = !{!"edges", !"1"}
; !5 = !{!"functions", !"4"}
; !6 = !{}
