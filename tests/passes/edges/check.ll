; pipeline: edges<check=on;context=callsite;count=wrap;pcs=off;records=off>
; hide: constructor, target
; since: 23, @llvm.returnaddress( => @llvm.returnaddress.p0(
;; Each execution of an edge says who it is. What has rows tells its call site by the return address, so calls are no tail
;; calls.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @f(i1 %c) {
  br i1 %c, label %a, label %b
a:
  %x = tail call i32 @f(i1 false)
  ret i32 %x
b:
  ret i32 2
}
;; expected
; $f = comdat nodeduplicate
;
; $__fz_check_here = comdat any
;
; @__fz_edges.f = private global [3 x i8] zeroinitializer, section "__sancov_cntrs", comdat($f), align 1
; @__fz_edges.f.rows = private externally_initialized global [4 x ptr] [ptr null, ptr null, ptr @__fz_edges.f.here, ptr inttoptr (i64 274877906947 to ptr)], section "__fz_functions", comdat($f), align 8
; @__fz_edges.f.calls = private externally_initialized global [2 x ptr] [ptr null, ptr @f], section "__fz_calls", comdat($f), align 8
; @llvm.compiler.used = appending global [3 x ptr] [ptr @__fz_edges.f, ptr @__fz_edges.f.rows, ptr @__fz_edges.f.calls], section "llvm.metadata"
;
; @__fz_edges.f.here = private alias i32 (i1), ptr @f
;
; define i32 @f(i1 %c, ptr nest %0) #0 comdat {
;   %2 = load atomic i64, ptr getelementptr (i8, ptr @__fz_edges.f.rows, i64 8) acquire, align 8, !nosanitize !3
;   %3 = load i64, ptr @__fz_edges.f.rows, align 8, !nosanitize !3
;   %4 = ptrtoint ptr %0 to i64
;   %5 = sub i64 %4, %3
;   %6 = icmp ult i64 %5, %2
;   %7 = select i1 %6, ptr %0, ptr @__fz_edges.f
;   %8 = getelementptr inbounds i8, ptr %7, i64 0
;   %9 = load i8, ptr %8, align 1, !nosanitize !3
;   %10 = call i8 asm "incb $0", "=q,0,~{dirflag},~{fpsr},~{flags}"(i8 %9) #4, !nosanitize !3
;   store i8 %10, ptr %8, align 1, !nosanitize !3
;   %11 = call ptr @llvm.returnaddress(i32 0)
;   %12 = icmp eq ptr %7, @__fz_edges.f
;   %13 = select i1 %12, ptr null, ptr %11
;   call void @__fz_check_here(ptr %8, i64 6582555006032388758, ptr %13)
;   br i1 %c, label %a, label %b
;
; a:                                                ; preds = %1
;   %14 = getelementptr inbounds i8, ptr %7, i64 1
;   %15 = load i8, ptr %14, align 1, !nosanitize !3
;   %16 = call i8 asm "incb $0", "=q,0,~{dirflag},~{fpsr},~{flags}"(i8 %15) #4, !nosanitize !3
;   store i8 %16, ptr %14, align 1, !nosanitize !3
;   %17 = call ptr @llvm.returnaddress(i32 0)
;   %18 = icmp eq ptr %7, @__fz_edges.f
;   %19 = select i1 %18, ptr null, ptr %17
;   call void @__fz_check_here(ptr %14, i64 -7738434298129644024, ptr %19)
;   %20 = load ptr, ptr @__fz_edges.f.calls, align 8, !nosanitize !3
;   %x = notail call i32 @f(i1 false, ptr nest %20) #5
;   ret i32 %x
;
; b:                                                ; preds = %1
;   %21 = getelementptr inbounds i8, ptr %7, i64 2
;   %22 = load i8, ptr %21, align 1, !nosanitize !3
;   %23 = call i8 asm "incb $0", "=q,0,~{dirflag},~{fpsr},~{flags}"(i8 %22) #4, !nosanitize !3
;   store i8 %23, ptr %21, align 1, !nosanitize !3
;   %24 = call ptr @llvm.returnaddress(i32 0)
;   %25 = icmp eq ptr %7, @__fz_edges.f
;   %26 = select i1 %25, ptr null, ptr %24
;   call void @__fz_check_here(ptr %21, i64 2668951152917196353, ptr %26)
;   call void asm sideeffect "xorl %r10d, %r10d", "~{r10},~{dirflag},~{fpsr},~{flags}"() #4, !nosanitize !3
;   ret i32 2
; }
;
; ; Function Attrs: noinline nounwind
; define linkonce_odr hidden void @__fz_check_here(ptr %0, i64 %1, ptr %2) #1 comdat {
;   %4 = icmp ne ptr @__fz_check, null
;   br i1 %4, label %5, label %6
;
; 5:                                                ; preds = %3
;   call void @__fz_check(ptr %0, i64 %1, ptr %2)
;   br label %6
;
; 6:                                                ; preds = %5, %3
;   ret void
; }
;
; declare extern_weak void @__fz_check(ptr, i64, ptr)
;
; ; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
; declare ptr @llvm.returnaddress(i32 immarg) #2
;
; attributes #0 = { "fz-edges" }
; attributes #1 = { noinline nounwind }
; attributes #2 = { nocallback nofree nosync nounwind willreturn memory(none) }
; attributes #3 = { disable_sanitizer_instrumentation nounwind }
; attributes #4 = { nounwind }
; attributes #5 = { noduplicate }
;
; !fz.facts = !{!0, !1, !2}
;
; !0 = !{!"counters", !"3"}
; !1 = !{!"edges", !"3"}
; !2 = !{!"functions", !"1"}
; !3 = !{}
