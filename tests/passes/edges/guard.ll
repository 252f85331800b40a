;; A guard block has a counter as any block that a decision leads to, and the call there is told of it. The records have
;; the guard's own place and name, which no debug location gives.
; pipeline: guards,edges<count=wrap;pcs=off;prune=novelty>
; hide: constructor, helpers, target
target triple = "x86_64-pc-linux-gnu"

@file = private unnamed_addr constant [4 x i8] c"a.c\00"
@int = private unnamed_addr constant { i16, i16, [6 x i8] } { i16 0, i16 11, [6 x i8] c"'int'\00" }
@array = private unnamed_addr constant { i16, i16, [10 x i8] } { i16 -1, i16 0, [10 x i8] c"'int[10]'\00" }
@sum = private global { { ptr, i32, i32 }, ptr } { { ptr, i32, i32 } { ptr @file, i32 4, i32 31 }, ptr @int }
@index = private global { { ptr, i32, i32 }, ptr, ptr } { { ptr, i32, i32 } { ptr @file, i32 5, i32 35 }, ptr @array, ptr @int }

declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare void @__ubsan_handle_add_overflow(ptr, i64, i64)
declare void @__ubsan_handle_out_of_bounds(ptr, i64)

define i32 @sums(i32 noundef %a, i32 noundef %b) {
  %both = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 %b)
  %result = extractvalue { i32, i1 } %both, 0
  %over = extractvalue { i32, i1 } %both, 1
  %fine = xor i1 %over, true
  br i1 %fine, label %go, label %handle
handle:
  %x = zext i32 %a to i64
  %y = zext i32 %b to i64
  call void @__ubsan_handle_add_overflow(ptr @sum, i64 %x, i64 %y)
  br label %go
go:
  ret i32 %result
}

define ptr @indexes(ptr %p, i32 noundef %i) {
  %fine = icmp ult i32 %i, 10
  br i1 %fine, label %go, label %handle
handle:
  %x = zext i32 %i to i64
  call void @__ubsan_handle_out_of_bounds(ptr @index, i64 %x)
  br label %go
go:
  %element = getelementptr i32, ptr %p, i32 %i
  ret ptr %element
}
;; expected
; record .debug_fz_edges in group sums
;   FunctionEdges { name: "sums", start: .L__fz_edges.sums, row: 3, rows: 1, default_row: true, sites: [
;     Site { kind: Entry, source: ?, target: ?, case: None, counter: Some(0), discriminator: None },
;     Site { kind: GuardHeld, source: ?, target: a.c:4:31, case: Some("add int32"), counter: Some(1), discriminator: None },
;     Site { kind: Guard, source: ?, target: a.c:4:31, case: Some("add int32"), counter: Some(2), discriminator: None }], contexts: [], record: None, first_call: None, calls: [] }
; record .debug_fz_edges in group indexes
;   FunctionEdges { name: "indexes", start: .L__fz_edges.indexes, row: 3, rows: 1, default_row: true, sites: [
;     Site { kind: Entry, source: ?, target: ?, case: None, counter: Some(0), discriminator: None },
;     Site { kind: GuardHeld, source: ?, target: a.c:5:35, case: Some("index of 'int[10]'"), counter: Some(1), discriminator: None },
;     Site { kind: Guard, source: ?, target: a.c:5:35, case: Some("index of 'int[10]'"), counter: Some(2), discriminator: None }], contexts: [], record: None, first_call: None, calls: [] }
;
; $sums = comdat nodeduplicate
;
; $indexes = comdat nodeduplicate
;
; @file = private unnamed_addr constant [4 x i8] c"a.c\00"
; @int = private unnamed_addr constant { i16, i16, [6 x i8] } { i16 0, i16 11, [6 x i8] c"'int'\00" }
; @array = private unnamed_addr constant { i16, i16, [10 x i8] } { i16 -1, i16 0, [10 x i8] c"'int[10]'\00" }
; @sum = private global { { ptr, i32, i32 }, ptr } { { ptr, i32, i32 } { ptr @file, i32 4, i32 31 }, ptr @int }
; @index = private global { { ptr, i32, i32 }, ptr, ptr } { { ptr, i32, i32 } { ptr @file, i32 5, i32 35 }, ptr @array, ptr @int }
; @__fz_guard = private global [6 x ptr] [ptr @file, ptr getelementptr (i8, ptr @int, i64 4), ptr null, ptr inttoptr (i64 133143986180 to ptr), ptr inttoptr (i64 2149580801 to ptr), ptr null], section "__fz_guards", align 8
; @__fz_guard.1 = private global [6 x ptr] [ptr @file, ptr getelementptr (i8, ptr @int, i64 4), ptr getelementptr (i8, ptr @array, i64 4), ptr inttoptr (i64 150323855365 to ptr), ptr inttoptr (i64 2149580808 to ptr), ptr null], section "__fz_guards", align 8
; @__fz_edges.sums = private global [3 x i8] zeroinitializer, section "__sancov_cntrs", comdat($sums), align 1
; @__fz_edges.indexes = private global [3 x i8] zeroinitializer, section "__sancov_cntrs", comdat($indexes), align 1
; @llvm.compiler.used = appending global [2 x ptr] [ptr @__fz_edges.sums, ptr @__fz_edges.indexes], section "llvm.metadata"
;
; ; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
; declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32) #0
;
; declare void @__ubsan_handle_add_overflow(ptr, i64, i64)
;
; declare void @__ubsan_handle_out_of_bounds(ptr, i64)
;
; define i32 @sums(i32 noundef %a, i32 noundef %b) #1 comdat {
;   %1 = load i8, ptr @__fz_edges.sums, align 1, !nosanitize !4
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.sums, align 1, !nosanitize !4
;   %both = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 %b)
;   %result = extractvalue { i32, i1 } %both, 0
;   %over = extractvalue { i32, i1 } %both, 1
;   %fine = xor i1 %over, true
;   %3 = freeze i1 %fine, !nosanitize !4
;   br i1 %3, label %.go_crit_edge, label %handle, !prof !5, !fz.guard !6
;
; .go_crit_edge:                                    ; preds = %0
;   %4 = load i8, ptr getelementptr (i8, ptr @__fz_edges.sums, i64 1), align 1, !nosanitize !4
;   %5 = add i8 %4, 1
;   store i8 %5, ptr getelementptr (i8, ptr @__fz_edges.sums, i64 1), align 1, !nosanitize !4
;   br label %go
;
; handle:                                           ; preds = %0
;   %6 = load i8, ptr getelementptr (i8, ptr @__fz_edges.sums, i64 2), align 1, !nosanitize !4
;   %7 = add i8 %6, 1
;   store i8 %7, ptr getelementptr (i8, ptr @__fz_edges.sums, i64 2), align 1, !nosanitize !4
;   %x = zext i32 %a to i64
;   %y = zext i32 %b to i64
;   call void @__fz_tell.__fz_guard_hit(ptr @__fz_guard, i64 %x, i64 %y, ptr getelementptr (i8, ptr @__fz_edges.sums, i64 2)) #4, !nosanitize !4
;   br label %go
;
; go:                                               ; preds = %.go_crit_edge, %handle
;   ret i32 %result
; }
;
; define ptr @indexes(ptr %p, i32 noundef %i) #1 comdat {
;   %1 = load i8, ptr @__fz_edges.indexes, align 1, !nosanitize !4
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.indexes, align 1, !nosanitize !4
;   %fine = icmp ult i32 %i, 10
;   %3 = freeze i1 %fine, !nosanitize !4
;   br i1 %3, label %.go_crit_edge, label %handle, !prof !5, !fz.guard !7
;
; .go_crit_edge:                                    ; preds = %0
;   %4 = load i8, ptr getelementptr (i8, ptr @__fz_edges.indexes, i64 1), align 1, !nosanitize !4
;   %5 = add i8 %4, 1
;   store i8 %5, ptr getelementptr (i8, ptr @__fz_edges.indexes, i64 1), align 1, !nosanitize !4
;   br label %go
;
; handle:                                           ; preds = %0
;   %6 = load i8, ptr getelementptr (i8, ptr @__fz_edges.indexes, i64 2), align 1, !nosanitize !4
;   %7 = add i8 %6, 1
;   store i8 %7, ptr getelementptr (i8, ptr @__fz_edges.indexes, i64 2), align 1, !nosanitize !4
;   %x = zext i32 %i to i64
;   call void @__fz_tell.__fz_guard_hit(ptr @__fz_guard.1, i64 %x, i64 0, ptr getelementptr (i8, ptr @__fz_edges.indexes, i64 2)) #4, !nosanitize !4
;   br label %go
;
; go:                                               ; preds = %.go_crit_edge, %handle
;   %element = getelementptr i32, ptr %p, i32 %i
;   ret ptr %element
; }
;
; declare extern_weak void @__fz_guard_hit(ptr, i64, i64, ptr)
;
; attributes #0 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
; attributes #1 = { "fz-edges" }
; attributes #2 = { disable_sanitizer_instrumentation noinline nounwind }
; attributes #3 = { disable_sanitizer_instrumentation nounwind }
; attributes #4 = { nomerge nounwind }
;
; !fz.facts = !{!0, !1, !2, !1, !2, !3}
;
; !0 = !{!"done:guards", !"2"}
; !1 = !{!"counters", !"3"}
; !2 = !{!"edges", !"3"}
; !3 = !{!"functions", !"2"}
; !4 = !{}
; !5 = !{!"branch_weights", i32 1048575, i32 1}
; !6 = !{ptr @__fz_guard}
; !7 = !{ptr @__fz_guard.1}
