; pipeline: edges<context=callsite;prune=novelty;count=wrap;pcs=off;max-contexts=7>
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
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; module asm ".pushsection .debug_fz_edges,\22G\22,%progbits,\22f\22"
; module asm ".long 860183110,216"
; module asm ".quad \22.L__fz_edges.f\22"
; module asm ".quad \22.L__fz_edges.f.rows\22"
; module asm ".quad \22.L__fz_edges.f.calls\22"
; module asm ".long 3,1,1,3,0,2,4"
; module asm ".ascii \22\\000f\\000elsewhere\\000f\\000\\000\22"
; module asm ".long 1,0,0,0,0,0,0,0,0,2,1,0,0,0,0,0"
; module asm ".long 0,0,2,2,0,0,0,0,0,0,0,2,0,0,0,3"
; module asm ".long 0,0,0"
; module asm ".popsection"
;
; $f = comdat nodeduplicate
;
; $__fz_register_image = comdat any
;
; @pointer = external global ptr
; @__fz_edges.f = private global [3 x i8] zeroinitializer, section "__sancov_cntrs", comdat($f), align 1
; @__fz_edges.f.rows = private externally_initialized global [4 x ptr] [ptr null, ptr null, ptr @__fz_edges.f.here, ptr inttoptr (i64 30064771075 to ptr)], section "__fz_functions", comdat($f), align 8
; @__fz_edges.f.calls = private externally_initialized global [4 x ptr] [ptr null, ptr @elsewhere, ptr null, ptr @f], section "__fz_calls", comdat($f), align 8
; @llvm.compiler.used = appending global [3 x ptr] [ptr @__fz_edges.f, ptr @__fz_edges.f.rows, ptr @__fz_edges.f.calls], section "llvm.metadata"
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
; attributes #2 = { nounwind }
;
; !fz.facts = !{!0, !1, !2}
;
; !0 = !{!"counters", !"3"}
; !1 = !{!"edges", !"3"}
; !2 = !{!"functions", !"1"}
; !3 = !{}
