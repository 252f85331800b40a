; pipeline: edges<prune=novelty;count=wrap;pcs=off;records=off>
;; The same with a call that may not return, and with one that promises to.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare void @g()
declare void @h() nounwind willreturn

define i32 @f(ptr %p) {
entry:
  br label %loop
loop:
  call void @g()
  %v = load volatile i1, ptr %p
  br i1 %v, label %loop, label %end
end:
  ret i32 1
}

define i32 @k(ptr %p) {
entry:
  br label %loop
loop:
  call void @h()
  %v = load volatile i1, ptr %p
  br i1 %v, label %loop, label %end
end:
  ret i32 1
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; $f = comdat nodeduplicate
;
; $k = comdat nodeduplicate
;
; $__fz_register_image = comdat any
;
; @__fz_edges.f = private global [3 x i8] zeroinitializer, section "__sancov_cntrs", comdat($f), align 1
; @__fz_edges.k = private global [2 x i8] zeroinitializer, section "__sancov_cntrs", comdat($k), align 1
; @llvm.compiler.used = appending global [2 x ptr] [ptr @__fz_edges.f, ptr @__fz_edges.k], section "llvm.metadata"
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
; declare void @g()
;
; ; Function Attrs: nounwind willreturn
; declare void @h() #0
;
; define i32 @f(ptr %p) #1 comdat {
; entry:
;   %0 = load i8, ptr @__fz_edges.f, align 1, !nosanitize !4
;   %1 = add i8 %0, 1
;   store i8 %1, ptr @__fz_edges.f, align 1, !nosanitize !4
;   br label %loop
;
; loop:                                             ; preds = %loop.loop_crit_edge, %entry
;   call void @g()
;   %v = load volatile i1, ptr %p, align 1
;   br i1 %v, label %loop.loop_crit_edge, label %end
;
; loop.loop_crit_edge:                              ; preds = %loop
;   %2 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 1), align 1, !nosanitize !4
;   %3 = add i8 %2, 1
;   store i8 %3, ptr getelementptr (i8, ptr @__fz_edges.f, i64 1), align 1, !nosanitize !4
;   br label %loop
;
; end:                                              ; preds = %loop
;   %4 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 2), align 1, !nosanitize !4
;   %5 = add i8 %4, 1
;   store i8 %5, ptr getelementptr (i8, ptr @__fz_edges.f, i64 2), align 1, !nosanitize !4
;   ret i32 1
; }
;
; define i32 @k(ptr %p) #1 comdat {
; entry:
;   %0 = load i8, ptr @__fz_edges.k, align 1, !nosanitize !4
;   %1 = add i8 %0, 1
;   store i8 %1, ptr @__fz_edges.k, align 1, !nosanitize !4
;   br label %loop
;
; loop:                                             ; preds = %loop.loop_crit_edge, %entry
;   call void @h()
;   %v = load volatile i1, ptr %p, align 1
;   br i1 %v, label %loop.loop_crit_edge, label %end
;
; loop.loop_crit_edge:                              ; preds = %loop
;   %2 = load i8, ptr getelementptr (i8, ptr @__fz_edges.k, i64 1), align 1, !nosanitize !4
;   %3 = add i8 %2, 1
;   store i8 %3, ptr getelementptr (i8, ptr @__fz_edges.k, i64 1), align 1, !nosanitize !4
;   br label %loop
;
; end:                                              ; preds = %loop
;   ret i32 1
; }
;
; ; Function Attrs: disable_sanitizer_instrumentation nounwind
; define linkonce_odr hidden void @__fz_register_image() #2 comdat {
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
; attributes #0 = { nounwind willreturn }
; attributes #1 = { "fz-edges" }
; attributes #2 = { disable_sanitizer_instrumentation nounwind }
;
; !fz.facts = !{!0, !1, !2, !1, !3}
;
; !0 = !{!"counters", !"3"}
; !1 = !{!"edges", !"3"}
; !2 = !{!"counters", !"2"}
; !3 = !{!"functions", !"2"}
; !4 = !{}
