;; Edges into a guard block share a counter, and the call there is told of it; the way to the second bound is a step. The
;; records have the guard's own place and name, which no debug location gives. A guard whose block a single edge leads to
;; has a counter there as any edge has.
; pipeline: guards,edges<count=wrap;pcs=off;prune=novelty>
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
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; module asm ".pushsection .debug_fz_edges,\22G\22,%progbits,\22sums\22"
; module asm ".long 860183110,188"
; module asm ".quad \22.L__fz_edges.sums\22"
; module asm ".long 0,0"
; module asm ".long 0,0"
; module asm ".long 3,1,1,3,0,0,4"
; module asm ".ascii \22\\000sums\\000a.c\\000add int32\\000\22"
; module asm ".long 1,0,0,0,0,0,0,0,0,8,1,0,0,0,2,4"
; module asm ".long 31,3,7,2,0,0,0,2,4,31,3"
; module asm ".popsection"
; module asm ".pushsection .debug_fz_edges,\22G\22,%progbits,\22indexes\22"
; module asm ".long 860183110,200"
; module asm ".quad \22.L__fz_edges.indexes\22"
; module asm ".long 0,0"
; module asm ".long 0,0"
; module asm ".long 3,1,1,3,0,0,4"
; module asm ".ascii \22\\000indexes\\000a.c\\000index of 'int[10]'\\000\22"
; module asm ".long 1,0,0,0,0,0,0,0,0,8,1,0,0,0,2,5"
; module asm ".long 35,3,7,2,0,0,0,2,5,35,3"
; module asm ".popsection"
;
; $sums = comdat nodeduplicate
;
; $indexes = comdat nodeduplicate
;
; $__fz_tell.__fz_guard_hit = comdat any
;
; $__fz_register_image = comdat any
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
; @__start___sancov_cntrs = extern_weak hidden global i8
; @__stop___sancov_cntrs = extern_weak hidden global i8
; @__start___fz_functions = extern_weak hidden global i8
; @__stop___fz_functions = extern_weak hidden global i8
; @__start___fz_calls = extern_weak hidden global i8
; @__stop___fz_calls = extern_weak hidden global i8
; @__start___fz_stack = extern_weak hidden global i8
; @__stop___fz_stack = extern_weak hidden global i8
; @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 2, ptr @__fz_register_image, ptr @__fz_register_image }]
;
; ; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
; declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32) #0
;
; declare void @__ubsan_handle_add_overflow(ptr, i64, i64)
;
; declare void @__ubsan_handle_out_of_bounds(ptr, i64)
;
; define i32 @sums(i32 noundef %a, i32 noundef %b) #1 comdat {
;   %1 = load i8, ptr @__fz_edges.sums, align 1, !nosanitize !5
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.sums, align 1, !nosanitize !5
;   %both = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 %b)
;   %result = extractvalue { i32, i1 } %both, 0
;   %over = extractvalue { i32, i1 } %both, 1
;   %fine = xor i1 %over, true
;   %3 = freeze i1 %fine, !nosanitize !5
;   br i1 %3, label %.go_crit_edge, label %handle, !prof !6, !fz.guard !7
;
; .go_crit_edge:                                    ; preds = %0
;   %4 = load i8, ptr getelementptr (i8, ptr @__fz_edges.sums, i64 1), align 1, !nosanitize !5
;   %5 = add i8 %4, 1
;   store i8 %5, ptr getelementptr (i8, ptr @__fz_edges.sums, i64 1), align 1, !nosanitize !5
;   br label %go
;
; handle:                                           ; preds = %0
;   %6 = load i8, ptr getelementptr (i8, ptr @__fz_edges.sums, i64 2), align 1, !nosanitize !5
;   %7 = add i8 %6, 1
;   store i8 %7, ptr getelementptr (i8, ptr @__fz_edges.sums, i64 2), align 1, !nosanitize !5
;   %x = zext i32 %a to i64
;   %y = zext i32 %b to i64
;   call void @__fz_tell.__fz_guard_hit(ptr @__fz_guard, i64 %x, i64 %y, ptr getelementptr (i8, ptr @__fz_edges.sums, i64 2)) #4, !nosanitize !5
;   br label %go
;
; go:                                               ; preds = %.go_crit_edge, %handle
;   ret i32 %result
; }
;
; define ptr @indexes(ptr %p, i32 noundef %i) #1 comdat {
;   %1 = load i8, ptr @__fz_edges.indexes, align 1, !nosanitize !5
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.indexes, align 1, !nosanitize !5
;   %fine = icmp ult i32 %i, 10
;   %3 = freeze i1 %fine, !nosanitize !5
;   br i1 %3, label %.go_crit_edge, label %handle, !prof !6, !fz.guard !8
;
; .go_crit_edge:                                    ; preds = %0
;   %4 = load i8, ptr getelementptr (i8, ptr @__fz_edges.indexes, i64 1), align 1, !nosanitize !5
;   %5 = add i8 %4, 1
;   store i8 %5, ptr getelementptr (i8, ptr @__fz_edges.indexes, i64 1), align 1, !nosanitize !5
;   br label %go
;
; handle:                                           ; preds = %0
;   %6 = load i8, ptr getelementptr (i8, ptr @__fz_edges.indexes, i64 2), align 1, !nosanitize !5
;   %7 = add i8 %6, 1
;   store i8 %7, ptr getelementptr (i8, ptr @__fz_edges.indexes, i64 2), align 1, !nosanitize !5
;   %x = zext i32 %i to i64
;   call void @__fz_tell.__fz_guard_hit(ptr @__fz_guard.1, i64 %x, i64 0, ptr getelementptr (i8, ptr @__fz_edges.indexes, i64 2)) #4, !nosanitize !5
;   br label %go
;
; go:                                               ; preds = %.go_crit_edge, %handle
;   %element = getelementptr i32, ptr %p, i32 %i
;   ret ptr %element
; }
;
; ; Function Attrs: disable_sanitizer_instrumentation noinline nounwind
; define linkonce_odr hidden void @__fz_tell.__fz_guard_hit(ptr %0, i64 %1, i64 %2, ptr %3) #2 comdat {
;   %5 = icmp ne ptr @__fz_guard_hit, null
;   br i1 %5, label %6, label %7
;
; 6:                                                ; preds = %4
;   musttail call void @__fz_guard_hit(ptr %0, i64 %1, i64 %2, ptr %3)
;   ret void
;
; 7:                                                ; preds = %4
;   ret void
; }
;
; declare extern_weak void @__fz_guard_hit(ptr, i64, i64, ptr)
;
; ; Function Attrs: disable_sanitizer_instrumentation nounwind
; define linkonce_odr hidden void @__fz_register_image() #3 comdat {
;   %1 = alloca [6 x ptr], align 8
;   %2 = icmp ne ptr @__fz_contexts_init, null
;   br i1 %2, label %3, label %11
;
; 3:                                                ; preds = %0
;   %4 = getelementptr inbounds ptr, ptr %1, i64 0
;   store ptr @__start___sancov_cntrs, ptr %4, align 8
;   %5 = getelementptr inbounds ptr, ptr %1, i64 1
;   store ptr @__stop___sancov_cntrs, ptr %5, align 8
;   %6 = getelementptr inbounds ptr, ptr %1, i64 2
;   store ptr @__start___fz_functions, ptr %6, align 8
;   %7 = getelementptr inbounds ptr, ptr %1, i64 3
;   store ptr @__stop___fz_functions, ptr %7, align 8
;   %8 = getelementptr inbounds ptr, ptr %1, i64 4
;   store ptr @__start___fz_calls, ptr %8, align 8
;   %9 = getelementptr inbounds ptr, ptr %1, i64 5
;   store ptr @__stop___fz_calls, ptr %9, align 8
;   %10 = getelementptr inbounds ptr, ptr %1, i64 6
;   call void @__fz_contexts_init(ptr %1, ptr %10)
;   br label %11
;
; 11:                                               ; preds = %3, %0
;   %12 = icmp ne ptr @__sanitizer_cov_8bit_counters_init, null
;   br i1 %12, label %13, label %14
;
; 13:                                               ; preds = %11
;   call void @__sanitizer_cov_8bit_counters_init(ptr @__start___sancov_cntrs, ptr @__stop___sancov_cntrs)
;   br label %14
;
; 14:                                               ; preds = %13, %11
;   %15 = icmp ne ptr @__fz_stack_init, null
;   br i1 %15, label %16, label %17
;
; 16:                                               ; preds = %14
;   call void @__fz_stack_init(ptr @__start___fz_stack, ptr @__stop___fz_stack)
;   br label %17
;
; 17:                                               ; preds = %16, %14
;   ret void
; }
;
; declare extern_weak void @__fz_contexts_init(ptr, ptr)
;
; declare extern_weak void @__sanitizer_cov_8bit_counters_init(ptr, ptr)
;
; declare extern_weak void @__fz_stack_init(ptr, ptr)
;
; attributes #0 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
; attributes #1 = { "fz-edges" }
; attributes #2 = { disable_sanitizer_instrumentation noinline nounwind }
; attributes #3 = { disable_sanitizer_instrumentation nounwind }
; attributes #4 = { nomerge nounwind }
;
; !fz.facts = !{!0, !1, !2, !3, !2, !3, !4}
;
; !0 = !{!"done:guards", !"2"}
; !1 = !{!"done:guards", !"0"}
; !2 = !{!"counters", !"3"}
; !3 = !{!"edges", !"3"}
; !4 = !{!"functions", !"2"}
; !5 = !{}
; !6 = !{!"branch_weights", i32 1048575, i32 1}
; !7 = !{ptr @__fz_guard}
; !8 = !{ptr @__fz_guard.1}
