; pipeline: edges<context=callsite;count=wrap;pcs=off;records=off>
;; No register for tokens: nothing is split.
target datalayout = "e-m:e-p:32:32-i64:64-n32-S128"
target triple = "riscv32-unknown-linux-gnu"

define i32 @f(i1 %c) {
  br i1 %c, label %a, label %b
a:
  %x = call i32 @f(i1 false)
  ret i32 1
b:
  ret i32 2
}
;; expected
; target datalayout = "e-m:e-p:32:32-i64:64-n32-S128"
; target triple = "riscv32-unknown-linux-gnu"
;
; $f = comdat nodeduplicate
;
; $__fz_register_image = comdat any
;
; @__fz_edges.f = private global [3 x i8] zeroinitializer, section "__sancov_cntrs", comdat($f), align 1
; @llvm.compiler.used = appending global [1 x ptr] [ptr @__fz_edges.f], section "llvm.metadata"
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
; define i32 @f(i1 %c) #0 comdat {
;   %1 = load i8, ptr @__fz_edges.f, align 1, !nosanitize !3
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.f, align 1, !nosanitize !3
;   br i1 %c, label %a, label %b
;
; a:                                                ; preds = %0
;   %3 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 1), align 1, !nosanitize !3
;   %4 = add i8 %3, 1
;   store i8 %4, ptr getelementptr (i8, ptr @__fz_edges.f, i64 1), align 1, !nosanitize !3
;   %x = call i32 @f(i1 false)
;   ret i32 1
;
; b:                                                ; preds = %0
;   %5 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 2), align 1, !nosanitize !3
;   %6 = add i8 %5, 1
;   store i8 %6, ptr getelementptr (i8, ptr @__fz_edges.f, i64 2), align 1, !nosanitize !3
;   ret i32 2
; }
;
; ; Function Attrs: disable_sanitizer_instrumentation nounwind
; define linkonce_odr hidden void @__fz_register_image() #1 comdat {
;   %1 = alloca [6 x ptr], align 4
;   %2 = icmp ne ptr @__fz_contexts_init, null
;   br i1 %2, label %3, label %11
;
; 3:                                                ; preds = %0
;   %4 = getelementptr inbounds ptr, ptr %1, i64 0
;   store ptr @__start___sancov_cntrs, ptr %4, align 4
;   %5 = getelementptr inbounds ptr, ptr %1, i64 1
;   store ptr @__stop___sancov_cntrs, ptr %5, align 4
;   %6 = getelementptr inbounds ptr, ptr %1, i64 2
;   store ptr @__start___fz_functions, ptr %6, align 4
;   %7 = getelementptr inbounds ptr, ptr %1, i64 3
;   store ptr @__stop___fz_functions, ptr %7, align 4
;   %8 = getelementptr inbounds ptr, ptr %1, i64 4
;   store ptr @__start___fz_calls, ptr %8, align 4
;   %9 = getelementptr inbounds ptr, ptr %1, i64 5
;   store ptr @__stop___fz_calls, ptr %9, align 4
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
; attributes #0 = { "fz-edges" }
; attributes #1 = { disable_sanitizer_instrumentation nounwind }
;
; !fz.facts = !{!0, !1, !2}
;
; !0 = !{!"counters", !"3"}
; !1 = !{!"edges", !"3"}
; !2 = !{!"functions", !"1"}
; !3 = !{}
