;; The block after `%join` decides, and is reached by two ways of which one has a counter: it gets its own. So does
;; `%last`, all of whose edges have counters already.
; pipeline: edges<nodes=on;form=ir;prune=none;pcs=off;records=off>
define void @f(i1 %a, i1 %b, i1 %c) {
entry:
  br i1 %a, label %left, label %join
left:
  call void @g()
  br label %join
join:
  br i1 %b, label %right, label %last
right:
  br i1 %c, label %last, label %end
last:
  br i1 %a, label %end, label %entry2
entry2:
  br label %end
end:
  ret void
}
declare void @g()
;; expected
;
; $f = comdat nodeduplicate
;
; $__fz_register_image = comdat any
;
; @__fz_edges.f = private global [11 x i8] zeroinitializer, section "__sancov_cntrs", comdat($f), align 1
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
; define void @f(i1 %a, i1 %b, i1 %c) #0 comdat {
; entry:
;   %0 = load i8, ptr @__fz_edges.f, align 1, !nosanitize !3
;   %1 = icmp ne i8 %0, -1
;   %2 = zext i1 %1 to i8
;   %3 = add i8 %0, %2
;   store i8 %3, ptr @__fz_edges.f, align 1, !nosanitize !3
;   br i1 %a, label %left, label %entry.join_crit_edge
;
; entry.join_crit_edge:                             ; preds = %entry
;   %4 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 8), align 1, !nosanitize !3
;   %5 = icmp ne i8 %4, -1
;   %6 = zext i1 %5 to i8
;   %7 = add i8 %4, %6
;   store i8 %7, ptr getelementptr (i8, ptr @__fz_edges.f, i64 8), align 1, !nosanitize !3
;   br label %join
;
; left:                                             ; preds = %entry
;   %8 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 4), align 1, !nosanitize !3
;   %9 = icmp ne i8 %8, -1
;   %10 = zext i1 %9 to i8
;   %11 = add i8 %8, %10
;   store i8 %11, ptr getelementptr (i8, ptr @__fz_edges.f, i64 4), align 1, !nosanitize !3
;   call void @g()
;   br label %join
;
; join:                                             ; preds = %entry.join_crit_edge, %left
;   %12 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 1), align 1, !nosanitize !3
;   %13 = icmp ne i8 %12, -1
;   %14 = zext i1 %13 to i8
;   %15 = add i8 %12, %14
;   store i8 %15, ptr getelementptr (i8, ptr @__fz_edges.f, i64 1), align 1, !nosanitize !3
;   br i1 %b, label %right, label %join.last_crit_edge
;
; join.last_crit_edge:                              ; preds = %join
;   %16 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 9), align 1, !nosanitize !3
;   %17 = icmp ne i8 %16, -1
;   %18 = zext i1 %17 to i8
;   %19 = add i8 %16, %18
;   store i8 %19, ptr getelementptr (i8, ptr @__fz_edges.f, i64 9), align 1, !nosanitize !3
;   br label %last
;
; right:                                            ; preds = %join
;   %20 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 5), align 1, !nosanitize !3
;   %21 = icmp ne i8 %20, -1
;   %22 = zext i1 %21 to i8
;   %23 = add i8 %20, %22
;   store i8 %23, ptr getelementptr (i8, ptr @__fz_edges.f, i64 5), align 1, !nosanitize !3
;   br i1 %c, label %right.last_crit_edge, label %right.end_crit_edge
;
; right.end_crit_edge:                              ; preds = %right
;   %24 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 10), align 1, !nosanitize !3
;   %25 = icmp ne i8 %24, -1
;   %26 = zext i1 %25 to i8
;   %27 = add i8 %24, %26
;   store i8 %27, ptr getelementptr (i8, ptr @__fz_edges.f, i64 10), align 1, !nosanitize !3
;   br label %end
;
; right.last_crit_edge:                             ; preds = %right
;   %28 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 6), align 1, !nosanitize !3
;   %29 = icmp ne i8 %28, -1
;   %30 = zext i1 %29 to i8
;   %31 = add i8 %28, %30
;   store i8 %31, ptr getelementptr (i8, ptr @__fz_edges.f, i64 6), align 1, !nosanitize !3
;   br label %last
;
; last:                                             ; preds = %right.last_crit_edge, %join.last_crit_edge
;   %32 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 2), align 1, !nosanitize !3
;   %33 = icmp ne i8 %32, -1
;   %34 = zext i1 %33 to i8
;   %35 = add i8 %32, %34
;   store i8 %35, ptr getelementptr (i8, ptr @__fz_edges.f, i64 2), align 1, !nosanitize !3
;   br i1 %a, label %last.end_crit_edge, label %entry2
;
; last.end_crit_edge:                               ; preds = %last
;   %36 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 3), align 1, !nosanitize !3
;   %37 = icmp ne i8 %36, -1
;   %38 = zext i1 %37 to i8
;   %39 = add i8 %36, %38
;   store i8 %39, ptr getelementptr (i8, ptr @__fz_edges.f, i64 3), align 1, !nosanitize !3
;   br label %end
;
; entry2:                                           ; preds = %last
;   %40 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 7), align 1, !nosanitize !3
;   %41 = icmp ne i8 %40, -1
;   %42 = zext i1 %41 to i8
;   %43 = add i8 %40, %42
;   store i8 %43, ptr getelementptr (i8, ptr @__fz_edges.f, i64 7), align 1, !nosanitize !3
;   br label %end
;
; end:                                              ; preds = %last.end_crit_edge, %right.end_crit_edge, %entry2
;   ret void
; }
;
; declare void @g()
;
; ; Function Attrs: disable_sanitizer_instrumentation nounwind
; define linkonce_odr hidden void @__fz_register_image() #1 comdat {
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
; attributes #0 = { "fz-edges" }
; attributes #1 = { disable_sanitizer_instrumentation nounwind }
;
; !fz.facts = !{!0, !1, !2}
;
; !0 = !{!"counters", !"11"}
; !1 = !{!"edges", !"11"}
; !2 = !{!"functions", !"1"}
; !3 = !{}
