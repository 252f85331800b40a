;; Where rows are found at run time the call is told of the address that was computed.
; pipeline: guards,edges<count=wrap;pcs=off;context=callsite>
; hide: constructor, helpers, target
target triple = "x86_64-pc-linux-gnu"

@file = private unnamed_addr constant [4 x i8] c"a.c\00"
@int = private unnamed_addr constant { i16, i16, [6 x i8] } { i16 0, i16 11, [6 x i8] c"'int'\00" }
@quotient = private global { { ptr, i32, i32 }, ptr } { { ptr, i32, i32 } { ptr @file, i32 9, i32 30 }, ptr @int }

declare void @__ubsan_handle_divrem_overflow(ptr, i64, i64)

define internal i32 @divides(i32 noundef %a, i32 noundef %b) {
  %fine = icmp ne i32 %b, 0
  br i1 %fine, label %go, label %handle
handle:
  %x = zext i32 %a to i64
  %y = zext i32 %b to i64
  call void @__ubsan_handle_divrem_overflow(ptr @quotient, i64 %x, i64 %y)
  br label %go
go:
  %answer = sdiv i32 %a, %b
  ret i32 %answer
}

define i32 @twice(i32 %a, i32 %b) {
  %first = call i32 @divides(i32 %a, i32 %b)
  %second = call i32 @divides(i32 %b, i32 %a)
  %sum = add i32 %first, %second
  ret i32 %sum
}
;; expected
; record .debug_fz_edges in group divides
;   FunctionEdges { name: "divides", start: .L__fz_edges.divides, row: 3, rows: 2, default_row: false, sites: [
;     Site { kind: Entry, source: ?, target: ?, case: None, counter: Some(0), discriminator: None },
;     Site { kind: GuardHeld, source: ?, target: a.c:9:30, case: Some("divide int32"), counter: Some(1), discriminator: None },
;     Site { kind: Guard, source: ?, target: a.c:9:30, case: Some("divide int32"), counter: Some(2), discriminator: None }], contexts: [
;     CallSite { function: "twice", place: ? },
;     CallSite { function: "twice", place: ? }], record: None, first_call: None, calls: [] }
; record .debug_fz_edges in group twice
;   FunctionEdges { name: "twice", start: .L__fz_edges.twice, row: 1, rows: 1, default_row: true, sites: [
;     Site { kind: Entry, source: ?, target: ?, case: None, counter: Some(0), discriminator: None }], contexts: [], record: None, first_call: None, calls: [] }
;
; $divides = comdat nodeduplicate
;
; $twice = comdat nodeduplicate
;
; @file = private unnamed_addr constant [4 x i8] c"a.c\00"
; @int = private unnamed_addr constant { i16, i16, [6 x i8] } { i16 0, i16 11, [6 x i8] c"'int'\00" }
; @quotient = private global { { ptr, i32, i32 }, ptr } { { ptr, i32, i32 } { ptr @file, i32 9, i32 30 }, ptr @int }
; @__fz_guard = private global [6 x ptr] [ptr @file, ptr getelementptr (i8, ptr @int, i64 4), ptr null, ptr inttoptr (i64 128849018889 to ptr), ptr inttoptr (i64 2149580805 to ptr), ptr null], section "__fz_guards", align 8
; @__fz_edges.divides = private global [6 x i8] zeroinitializer, section "__sancov_cntrs", comdat($divides), align 1
; @__fz_edges.twice = private global [1 x i8] zeroinitializer, section "__sancov_cntrs", comdat($twice), align 1
; @llvm.compiler.used = appending global [2 x ptr] [ptr @__fz_edges.divides, ptr @__fz_edges.twice], section "llvm.metadata"
;
; declare void @__ubsan_handle_divrem_overflow(ptr, i64, i64)
;
; define internal i32 @divides(i32 noundef %a, i32 noundef %b, ptr nest %0) #0 comdat {
;   %2 = getelementptr inbounds i8, ptr %0, i64 0
;   %3 = load i8, ptr %2, align 1, !nosanitize !6
;   %4 = call i8 asm "incb $0", "=q,0,~{dirflag},~{fpsr},~{flags}"(i8 %3) #3, !nosanitize !6
;   store i8 %4, ptr %2, align 1, !nosanitize !6
;   %fine = icmp ne i32 %b, 0
;   %5 = freeze i1 %fine, !nosanitize !6
;   br i1 %5, label %.go_crit_edge, label %handle, !prof !7, !fz.guard !8
;
; .go_crit_edge:                                    ; preds = %1
;   %6 = getelementptr inbounds i8, ptr %0, i64 1
;   %7 = load i8, ptr %6, align 1, !nosanitize !6
;   %8 = call i8 asm "incb $0", "=q,0,~{dirflag},~{fpsr},~{flags}"(i8 %7) #3, !nosanitize !6
;   store i8 %8, ptr %6, align 1, !nosanitize !6
;   br label %go
;
; handle:                                           ; preds = %1
;   %9 = getelementptr inbounds i8, ptr %0, i64 2
;   %10 = load i8, ptr %9, align 1, !nosanitize !6
;   %11 = call i8 asm "incb $0", "=q,0,~{dirflag},~{fpsr},~{flags}"(i8 %10) #3, !nosanitize !6
;   store i8 %11, ptr %9, align 1, !nosanitize !6
;   %x = zext i32 %a to i64
;   %y = zext i32 %b to i64
;   call void @__fz_tell.__fz_guard_hit(ptr @__fz_guard, i64 %x, i64 %y, ptr %9, ptr nest null) #4, !nosanitize !6
;   br label %go
;
; go:                                               ; preds = %.go_crit_edge, %handle
;   %answer = sdiv i32 %a, %b
;   call void asm sideeffect "xorl %r10d, %r10d", "~{r10},~{dirflag},~{fpsr},~{flags}"() #3, !nosanitize !6
;   ret i32 %answer
; }
;
; define i32 @twice(i32 %a, i32 %b) #0 comdat {
;   %1 = load i8, ptr @__fz_edges.twice, align 1, !nosanitize !6
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.twice, align 1, !nosanitize !6
;   %first = call i32 @divides(i32 %a, i32 %b, ptr nest @__fz_edges.divides)
;   %second = call i32 @divides(i32 %b, i32 %a, ptr nest getelementptr (i8, ptr @__fz_edges.divides, i64 3))
;   %sum = add i32 %first, %second
;   ret i32 %sum
; }
;
; declare extern_weak void @__fz_guard_hit(ptr, i64, i64, ptr)
;
; attributes #0 = { "fz-edges" }
; attributes #1 = { disable_sanitizer_instrumentation noinline nounwind }
; attributes #2 = { disable_sanitizer_instrumentation nounwind }
; attributes #3 = { nounwind }
; attributes #4 = { nomerge nounwind }
;
; !fz.facts = !{!0, !1, !2, !3, !4, !5}
;
; !0 = !{!"done:guards", !"1"}
; !1 = !{!"counters", !"6"}
; !2 = !{!"edges", !"3"}
; !3 = !{!"counters", !"1"}
; !4 = !{!"edges", !"1"}
; !5 = !{!"functions", !"2"}
; !6 = !{}
; !7 = !{!"branch_weights", i32 1048575, i32 1}
; !8 = !{ptr @__fz_guard}
