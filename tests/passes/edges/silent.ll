;; A branch that the program does not have, and whose ways meet again, tells nothing: its edges have no counters.
; pipeline: edges<prune=novelty;form=ir>
define i32 @f(i32 %x) {
  %a = icmp ugt i32 %x, 127
  br i1 %a, label %ask, label %meet, !fz.silent !0

ask:
  %asked = call i32 @g(i32 %x) nounwind willreturn
  br label %meet

meet:
  %r = phi i32 [ %asked, %ask ], [ 1, %0 ]
  %b = icmp eq i32 %r, 0
  br i1 %b, label %yes, label %no

yes:
  ret i32 1

no:
  ret i32 0
}

declare i32 @g(i32)

!0 = !{}
;; expected
;
; module asm ".pushsection .debug_fz_edges,\22G\22,%progbits,\22f\22"
; module asm ".long 860183110,172"
; module asm ".quad \22__fz_edges.f\22"
; module asm ".long 0,0"
; module asm ".long 0,0"
; module asm ".long 3,1,1,3,0,0,2"
; module asm ".ascii \22\\000f\\000\\000\22"
; module asm ".long 1,0,0,0,0,0,0,0,0,2,1,0,0,0,0,0"
; module asm ".long 0,0,2,2,0,0,0,0,0,0,0"
; module asm ".popsection"
;
; $f = comdat nodeduplicate
;
; $__fz_register_image = comdat any
;
; @__fz_edges.f = private global [3 x i8] zeroinitializer, section "__sancov_cntrs", comdat($f), align 1
; @__fz_edges.f.pcs = private global [6 x ptr] [ptr @f, ptr inttoptr (i64 1 to ptr), ptr getelementptr (i8, ptr @f, i64 1), ptr null, ptr getelementptr (i8, ptr @f, i64 2), ptr null], section "__sancov_pcs", comdat($f), align 8
; @llvm.compiler.used = appending global [2 x ptr] [ptr @__fz_edges.f, ptr @__fz_edges.f.pcs], section "llvm.metadata"
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
; @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 2, ptr @__fz_register_image, ptr @__fz_register_image }]
;
; define i32 @f(i32 %x) #0 comdat {
;   %1 = load i8, ptr @__fz_edges.f, align 1, !nosanitize !3
;   %2 = icmp ne i8 %1, -1
;   %3 = zext i1 %2 to i8
;   %4 = add i8 %1, %3
;   store i8 %4, ptr @__fz_edges.f, align 1, !nosanitize !3
;   %a = icmp ugt i32 %x, 127
;   br i1 %a, label %ask, label %meet, !fz.silent !3
;
; ask:                                              ; preds = %0
;   %asked = call i32 @g(i32 %x) #2
;   br label %meet
;
; meet:                                             ; preds = %ask, %0
;   %r = phi i32 [ %asked, %ask ], [ 1, %0 ]
;   %b = icmp eq i32 %r, 0
;   br i1 %b, label %yes, label %no
;
; yes:                                              ; preds = %meet
;   %5 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 1), align 1, !nosanitize !3
;   %6 = icmp ne i8 %5, -1
;   %7 = zext i1 %6 to i8
;   %8 = add i8 %5, %7
;   store i8 %8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 1), align 1, !nosanitize !3
;   ret i32 1
;
; no:                                               ; preds = %meet
;   %9 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 2), align 1, !nosanitize !3
;   %10 = icmp ne i8 %9, -1
;   %11 = zext i1 %10 to i8
;   %12 = add i8 %9, %11
;   store i8 %12, ptr getelementptr (i8, ptr @__fz_edges.f, i64 2), align 1, !nosanitize !3
;   ret i32 0
; }
;
; declare i32 @g(i32)
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
;   %18 = icmp ne ptr @__sanitizer_cov_pcs_init, null
;   br i1 %18, label %19, label %20
;
; 19:                                               ; preds = %17
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
; declare extern_weak void @__sanitizer_cov_pcs_init(ptr, ptr)
;
; attributes #0 = { "fz-edges" }
; attributes #1 = { disable_sanitizer_instrumentation nounwind }
; attributes #2 = { nounwind willreturn }
;
; !fz.facts = !{!0, !1, !2}
;
; !0 = !{!"counters", !"3"}
; !1 = !{!"edges", !"3"}
; !2 = !{!"functions", !"1"}
; !3 = !{}
