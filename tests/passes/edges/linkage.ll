; Where the arrays live: a group of the function's own; a group named after function and shape for COMDAT functions;
; optnone, noreturn and ifunc resolvers count like others.
; pipeline: edges<count=wrap;records=off>
target triple = "x86_64-pc-linux-gnu"
$inline_function = comdat any
$group = comdat any
@i = ifunc i32 (), ptr @resolver
define linkonce_odr i32 @inline_function() comdat {
  ret i32 1
}
define internal i32 @local_in_group() comdat($group) {
  ret i32 2
}
define linkonce_odr i32 @group() comdat {
  %r = call i32 @local_in_group()
  ret i32 %r
}
define internal i32 @local() {
  ret i32 3
}
define weak i32 @weak() {
  %r = call i32 @local()
  ret i32 %r
}
define i32 @slow() optnone noinline {
  ret i32 4
}
define void @stop() noreturn {
  call void @exit(i32 1) noreturn
  unreachable
}
define ptr @resolver() {
  ret ptr @slow
}
declare void @exit(i32)
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; $inline_function = comdat any
;
; $group = comdat any
;
; $local = comdat nodeduplicate
;
; $weak = comdat nodeduplicate
;
; $slow = comdat nodeduplicate
;
; $stop = comdat nodeduplicate
;
; $resolver = comdat nodeduplicate
;
; $__fz_register_image = comdat any
;
; $__fz_place_pcs = comdat any
;
; $__fz_edges.inline_function.f3f178e3865561ea.1 = comdat any
;
; $__fz_edges.local_in_group = comdat nodeduplicate
;
; $__fz_edges.group.f3f178e3865561ea.1 = comdat any
;
; @__fz_edges.inline_function.f3f178e3865561ea.1 = linkonce_odr hidden global [1 x i8] zeroinitializer, section "__sancov_cntrs", comdat, align 1
; @__fz_edges.inline_function.f3f178e3865561ea.1.pcs = linkonce_odr hidden global [2 x ptr] [ptr @inline_function, ptr inttoptr (i64 1 to ptr)], section "__sancov_pcs", comdat($__fz_edges.inline_function.f3f178e3865561ea.1), align 8
; @__fz_edges.local_in_group = private global [1 x i8] zeroinitializer, section "__sancov_cntrs", comdat, align 1
; @__fz_edges.local_in_group.pcs = private global [2 x ptr] [ptr @__fz_edges.local_in_group, ptr inttoptr (i64 1 to ptr)], section "__sancov_pcs", comdat($__fz_edges.local_in_group), align 8
; @__fz_edges.group.f3f178e3865561ea.1 = linkonce_odr hidden global [1 x i8] zeroinitializer, section "__sancov_cntrs", comdat, align 1
; @__fz_edges.group.f3f178e3865561ea.1.pcs = linkonce_odr hidden global [2 x ptr] [ptr @group, ptr inttoptr (i64 1 to ptr)], section "__sancov_pcs", comdat($__fz_edges.group.f3f178e3865561ea.1), align 8
; @__fz_edges.local = private global [1 x i8] zeroinitializer, section "__sancov_cntrs", comdat($local), align 1
; @__fz_edges.local.pcs = private global [2 x ptr] [ptr @local, ptr inttoptr (i64 1 to ptr)], section "__sancov_pcs", comdat($local), align 8
; @__fz_edges.weak = private global [1 x i8] zeroinitializer, section "__sancov_cntrs", comdat($weak), align 1
; @__fz_edges.weak.pcs = private global [2 x ptr] [ptr @weak, ptr inttoptr (i64 1 to ptr)], section "__sancov_pcs", comdat($weak), align 8
; @__fz_edges.slow = private global [1 x i8] zeroinitializer, section "__sancov_cntrs", comdat($slow), align 1
; @__fz_edges.slow.pcs = private global [2 x ptr] [ptr @slow, ptr inttoptr (i64 1 to ptr)], section "__sancov_pcs", comdat($slow), align 8
; @__fz_edges.stop = private global [1 x i8] zeroinitializer, section "__sancov_cntrs", comdat($stop), align 1
; @__fz_edges.stop.pcs = private global [2 x ptr] [ptr @stop, ptr inttoptr (i64 1 to ptr)], section "__sancov_pcs", comdat($stop), align 8
; @__fz_edges.resolver = private global [1 x i8] zeroinitializer, section "__sancov_cntrs", comdat($resolver), align 1
; @__fz_edges.resolver.pcs = private global [2 x ptr] [ptr @resolver, ptr inttoptr (i64 1 to ptr)], section "__sancov_pcs", comdat($resolver), align 8
; @llvm.compiler.used = appending global [16 x ptr] [ptr @__fz_edges.inline_function.f3f178e3865561ea.1, ptr @__fz_edges.inline_function.f3f178e3865561ea.1.pcs, ptr @__fz_edges.local_in_group, ptr @__fz_edges.local_in_group.pcs, ptr @__fz_edges.group.f3f178e3865561ea.1, ptr @__fz_edges.group.f3f178e3865561ea.1.pcs, ptr @__fz_edges.local, ptr @__fz_edges.local.pcs, ptr @__fz_edges.weak, ptr @__fz_edges.weak.pcs, ptr @__fz_edges.slow, ptr @__fz_edges.slow.pcs, ptr @__fz_edges.stop, ptr @__fz_edges.stop.pcs, ptr @__fz_edges.resolver, ptr @__fz_edges.resolver.pcs], section "llvm.metadata"
; @__start___sancov_cntrs = extern_weak hidden global i8
; @__stop___sancov_cntrs = extern_weak hidden global i8
; @__start___fz_functions = extern_weak hidden global i8
; @__stop___fz_functions = extern_weak hidden global i8
; @__start___fz_calls = extern_weak hidden global i8
; @__stop___fz_calls = extern_weak hidden global i8
; @__start___fz_stack = extern_weak hidden global i8
; @__stop___fz_stack = extern_weak hidden global i8
; @__start___sancov_pcs = extern_weak hidden global i8
; @__stop___sancov_pcs = extern_weak hidden global i8
; @__start___fz_places = extern_weak hidden global i8
; @__stop___fz_places = extern_weak hidden global i8
; @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 2, ptr @__fz_register_image, ptr @__fz_register_image }]
;
; @i = ifunc i32 (), ptr @resolver
;
; define linkonce_odr i32 @inline_function() #0 comdat {
;   %1 = load i8, ptr @__fz_edges.inline_function.f3f178e3865561ea.1, align 1, !nosanitize !3
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.inline_function.f3f178e3865561ea.1, align 1, !nosanitize !3
;   ret i32 1
; }
;
; define internal i32 @local_in_group() #0 comdat($group) {
;   %1 = load i8, ptr @__fz_edges.local_in_group, align 1, !nosanitize !3
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.local_in_group, align 1, !nosanitize !3
;   ret i32 2
; }
;
; define linkonce_odr i32 @group() #0 comdat {
;   %1 = load i8, ptr @__fz_edges.group.f3f178e3865561ea.1, align 1, !nosanitize !3
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.group.f3f178e3865561ea.1, align 1, !nosanitize !3
;   %r = call i32 @local_in_group()
;   ret i32 %r
; }
;
; define internal i32 @local() #0 comdat {
;   %1 = load i8, ptr @__fz_edges.local, align 1, !nosanitize !3
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.local, align 1, !nosanitize !3
;   ret i32 3
; }
;
; define weak i32 @weak() #0 comdat {
;   %1 = load i8, ptr @__fz_edges.weak, align 1, !nosanitize !3
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.weak, align 1, !nosanitize !3
;   %r = call i32 @local()
;   ret i32 %r
; }
;
; ; Function Attrs: noinline optnone
; define i32 @slow() #1 comdat {
;   %1 = load i8, ptr @__fz_edges.slow, align 1, !nosanitize !3
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.slow, align 1, !nosanitize !3
;   ret i32 4
; }
;
; ; Function Attrs: noreturn
; define void @stop() #2 comdat {
;   %1 = load i8, ptr @__fz_edges.stop, align 1, !nosanitize !3
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.stop, align 1, !nosanitize !3
;   call void @exit(i32 1) #5
;   unreachable
; }
;
; define ptr @resolver() #0 comdat {
;   %1 = load i8, ptr @__fz_edges.resolver, align 1, !nosanitize !3
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.resolver, align 1, !nosanitize !3
;   ret ptr @slow
; }
;
; declare void @exit(i32)
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
;   %18 = icmp ne ptr @__sanitizer_cov_pcs_init, null
;   br i1 %18, label %19, label %20
;
; 19:                                               ; preds = %17
;   call void @__fz_place_pcs()
;   call void @__sanitizer_cov_pcs_init(ptr @__start___sancov_pcs, ptr @__stop___sancov_pcs)
;   br label %20
;
; 20:                                               ; preds = %19, %17
;   ret void
; }
;
; declare extern_weak void @__fz_contexts_init(ptr, ptr)
;
; declare extern_weak void @__sanitizer_cov_8bit_counters_init(ptr, ptr)
;
; declare extern_weak void @__fz_stack_init(ptr, ptr)
;
; ; Function Attrs: disable_sanitizer_instrumentation noinline nounwind
; define linkonce_odr hidden void @__fz_place_pcs() #4 comdat {
;   %1 = mul i64 sub (i64 ptrtoint (ptr @__stop___sancov_cntrs to i64), i64 ptrtoint (ptr @__start___sancov_cntrs to i64)), 16
;   %2 = icmp eq i64 sub (i64 ptrtoint (ptr @__stop___sancov_pcs to i64), i64 ptrtoint (ptr @__start___sancov_pcs to i64)), %1
;   br i1 %2, label %3, label %36
;
; 3:                                                ; preds = %34, %0
;   %4 = phi ptr [ @__start___fz_places, %0 ], [ %35, %34 ]
;   %5 = icmp ult ptr %4, @__stop___fz_places
;   br i1 %5, label %6, label %36
;
; 6:                                                ; preds = %3
;   %7 = getelementptr i8, ptr %4, i64 0
;   %8 = load i32, ptr %7, align 1
;   %9 = sext i32 %8 to i64
;   %10 = getelementptr i8, ptr %7, i64 %9
;   %11 = getelementptr i8, ptr %4, i64 4
;   %12 = load i32, ptr %11, align 1
;   %13 = sext i32 %12 to i64
;   %14 = getelementptr i8, ptr %11, i64 %13
;   %15 = ptrtoint ptr %14 to i64
;   %16 = sub i64 %15, ptrtoint (ptr @__start___sancov_cntrs to i64)
;   %17 = getelementptr i8, ptr %4, i64 8
;   %18 = load i32, ptr %17, align 1
;   %19 = zext i32 %18 to i64
;   %20 = getelementptr i8, ptr %4, i64 12
;   %21 = load i32, ptr %20, align 1
;   %22 = zext i32 %21 to i64
;   br label %23
;
; 23:                                               ; preds = %29, %6
;   %24 = phi i64 [ 0, %6 ], [ %32, %29 ]
;   %25 = phi i64 [ %16, %6 ], [ %33, %29 ]
;   %26 = icmp ult i64 %24, %22
;   %27 = icmp ult i64 %25, sub (i64 ptrtoint (ptr @__stop___sancov_cntrs to i64), i64 ptrtoint (ptr @__start___sancov_cntrs to i64))
;   %28 = and i1 %26, %27
;   br i1 %28, label %29, label %34
;
; 29:                                               ; preds = %23
;   %30 = mul i64 %25, 16
;   %31 = getelementptr i8, ptr @__start___sancov_pcs, i64 %30
;   store ptr %10, ptr %31, align 8
;   %32 = add i64 %24, 1
;   %33 = add i64 %25, %19
;   br label %23
;
; 34:                                               ; preds = %23
;   %35 = getelementptr i8, ptr %4, i64 16
;   br label %3
;
; 36:                                               ; preds = %3, %0
;   ret void
; }
;
; declare extern_weak void @__sanitizer_cov_pcs_init(ptr, ptr)
;
; attributes #0 = { "fz-edges" }
; attributes #1 = { noinline optnone "fz-edges" }
; attributes #2 = { noreturn "fz-edges" }
; attributes #3 = { disable_sanitizer_instrumentation nounwind }
; attributes #4 = { disable_sanitizer_instrumentation noinline nounwind }
; attributes #5 = { noreturn }
;
; !fz.facts = !{!0, !1, !0, !1, !0, !1, !0, !1, !0, !1, !0, !1, !0, !1, !0, !1, !2}
;
; !0 = !{!"counters", !"1"}
; !1 = !{!"edges", !"1"}
; !2 = !{!"functions", !"8"}
; !3 = !{}
