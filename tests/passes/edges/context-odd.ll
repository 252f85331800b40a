; pipeline: edges<context=callsite;count=wrap;pcs=off;records=off>
; hide: constructor, target
;; Exceptions; the address of a block; a signal handler, which finds in the register whatever was there; functions and
;; calls that a musttail binds; a calling convention with other rules; a static chain of the program's own.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i32 @__gxx_personality_v0(...)
declare i32 @thrower(i1)
@label = global ptr blockaddress(@f, %lpad)

define i32 @f(i1 %c) personality ptr @__gxx_personality_v0 {
entry:
  %r = invoke i32 @thrower(i1 %c) to label %ok unwind label %lpad
ok:
  ret i32 %r
lpad:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}

define void @handler(i32 %n) {
  %c = icmp eq i32 %n, 3
  br i1 %c, label %a, label %b
a:
  ret void
b:
  ret void
}

define i32 @binds(i1 %c) {
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  %r = musttail call i32 @thrower(i1 %c)
  ret i32 %r
}

define preserve_mostcc i32 @other(i1 %c) {
  br i1 %c, label %a, label %b
a:
  ret i32 1
b:
  ret i32 2
}

define i32 @chain(ptr nest %n, i1 %c) {
  br i1 %c, label %a, label %b
a:
  %x = call i32 @chain(ptr nest %n, i1 %c)
  ret i32 1
b:
  %y = call preserve_mostcc i32 @other(i1 %c)
  ret i32 2
}
;; expected
; $f = comdat nodeduplicate
;
; $handler = comdat nodeduplicate
;
; $binds = comdat nodeduplicate
;
; $other = comdat nodeduplicate
;
; $chain = comdat nodeduplicate
;
; @label = global ptr blockaddress(@f, %lpad)
; @__fz_edges.f = private global [3 x i8] zeroinitializer, section "__sancov_cntrs", comdat($f), align 1
; @__fz_edges.f.rows = private externally_initialized global [4 x ptr] [ptr null, ptr null, ptr @__fz_edges.f.here, ptr inttoptr (i64 274877906947 to ptr)], section "__fz_functions", comdat($f), align 8
; @__fz_edges.f.calls = private externally_initialized global [2 x ptr] [ptr null, ptr @thrower], section "__fz_calls", comdat($f), align 8
; @__fz_edges.handler = private global [3 x i8] zeroinitializer, section "__sancov_cntrs", comdat($handler), align 1
; @__fz_edges.binds = private global [3 x i8] zeroinitializer, section "__sancov_cntrs", comdat($binds), align 1
; @__fz_edges.other = private global [3 x i8] zeroinitializer, section "__sancov_cntrs", comdat($other), align 1
; @__fz_edges.chain = private global [3 x i8] zeroinitializer, section "__sancov_cntrs", comdat($chain), align 1
; @llvm.compiler.used = appending global [7 x ptr] [ptr @__fz_edges.f, ptr @__fz_edges.f.rows, ptr @__fz_edges.f.calls, ptr @__fz_edges.handler, ptr @__fz_edges.binds, ptr @__fz_edges.other, ptr @__fz_edges.chain], section "llvm.metadata"
;
; @__fz_edges.f.here = private alias i32 (i1), ptr @f
;
; declare i32 @__gxx_personality_v0(...)
;
; declare i32 @thrower(i1)
;
; define i32 @f(i1 %c, ptr nest %0) #0 comdat personality ptr @__gxx_personality_v0 {
; entry:
;   %1 = load atomic i64, ptr getelementptr (i8, ptr @__fz_edges.f.rows, i64 8) acquire, align 8, !nosanitize !3
;   %2 = load i64, ptr @__fz_edges.f.rows, align 8, !nosanitize !3
;   %3 = ptrtoint ptr %0 to i64
;   %4 = sub i64 %3, %2
;   %5 = icmp ult i64 %4, %1
;   %6 = select i1 %5, ptr %0, ptr @__fz_edges.f
;   %7 = getelementptr inbounds i8, ptr %6, i64 0
;   %8 = load i8, ptr %7, align 1, !nosanitize !3
;   %9 = call i8 asm "incb $0", "=q,0,~{dirflag},~{fpsr},~{flags}"(i8 %8) #2, !nosanitize !3
;   store i8 %9, ptr %7, align 1, !nosanitize !3
;   %10 = load ptr, ptr @__fz_edges.f.calls, align 8, !nosanitize !3
;   %r = invoke i32 @thrower(i1 %c, ptr nest %10)
;           to label %ok unwind label %lpad
;
; ok:                                               ; preds = %entry
;   %11 = getelementptr inbounds i8, ptr %6, i64 1
;   %12 = load i8, ptr %11, align 1, !nosanitize !3
;   %13 = call i8 asm "incb $0", "=q,0,~{dirflag},~{fpsr},~{flags}"(i8 %12) #2, !nosanitize !3
;   store i8 %13, ptr %11, align 1, !nosanitize !3
;   call void asm sideeffect "xorl %r10d, %r10d", "~{r10},~{dirflag},~{fpsr},~{flags}"() #2, !nosanitize !3
;   ret i32 %r
;
; lpad:                                             ; preds = %entry
;   %l = landingpad { ptr, i32 }
;           cleanup
;   %14 = getelementptr inbounds i8, ptr %6, i64 2
;   %15 = load i8, ptr %14, align 1, !nosanitize !3
;   %16 = call i8 asm "incb $0", "=q,0,~{dirflag},~{fpsr},~{flags}"(i8 %15) #2, !nosanitize !3
;   store i8 %16, ptr %14, align 1, !nosanitize !3
;   resume { ptr, i32 } %l
; }
;
; define void @handler(i32 %n) #0 comdat {
;   %1 = load i8, ptr @__fz_edges.handler, align 1, !nosanitize !3
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.handler, align 1, !nosanitize !3
;   %c = icmp eq i32 %n, 3
;   br i1 %c, label %a, label %b
;
; a:                                                ; preds = %0
;   %3 = load i8, ptr getelementptr (i8, ptr @__fz_edges.handler, i64 1), align 1, !nosanitize !3
;   %4 = add i8 %3, 1
;   store i8 %4, ptr getelementptr (i8, ptr @__fz_edges.handler, i64 1), align 1, !nosanitize !3
;   ret void
;
; b:                                                ; preds = %0
;   %5 = load i8, ptr getelementptr (i8, ptr @__fz_edges.handler, i64 2), align 1, !nosanitize !3
;   %6 = add i8 %5, 1
;   store i8 %6, ptr getelementptr (i8, ptr @__fz_edges.handler, i64 2), align 1, !nosanitize !3
;   ret void
; }
;
; define i32 @binds(i1 %c) #0 comdat {
;   %1 = load i8, ptr @__fz_edges.binds, align 1, !nosanitize !3
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.binds, align 1, !nosanitize !3
;   br i1 %c, label %a, label %b
;
; a:                                                ; preds = %0
;   %3 = load i8, ptr getelementptr (i8, ptr @__fz_edges.binds, i64 1), align 1, !nosanitize !3
;   %4 = add i8 %3, 1
;   store i8 %4, ptr getelementptr (i8, ptr @__fz_edges.binds, i64 1), align 1, !nosanitize !3
;   ret i32 1
;
; b:                                                ; preds = %0
;   %5 = load i8, ptr getelementptr (i8, ptr @__fz_edges.binds, i64 2), align 1, !nosanitize !3
;   %6 = add i8 %5, 1
;   store i8 %6, ptr getelementptr (i8, ptr @__fz_edges.binds, i64 2), align 1, !nosanitize !3
;   %r = musttail call i32 @thrower(i1 %c)
;   ret i32 %r
; }
;
; define preserve_mostcc i32 @other(i1 %c) #0 comdat {
;   %1 = load i8, ptr @__fz_edges.other, align 1, !nosanitize !3
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.other, align 1, !nosanitize !3
;   br i1 %c, label %a, label %b
;
; a:                                                ; preds = %0
;   %3 = load i8, ptr getelementptr (i8, ptr @__fz_edges.other, i64 1), align 1, !nosanitize !3
;   %4 = add i8 %3, 1
;   store i8 %4, ptr getelementptr (i8, ptr @__fz_edges.other, i64 1), align 1, !nosanitize !3
;   ret i32 1
;
; b:                                                ; preds = %0
;   %5 = load i8, ptr getelementptr (i8, ptr @__fz_edges.other, i64 2), align 1, !nosanitize !3
;   %6 = add i8 %5, 1
;   store i8 %6, ptr getelementptr (i8, ptr @__fz_edges.other, i64 2), align 1, !nosanitize !3
;   ret i32 2
; }
;
; define i32 @chain(ptr nest %n, i1 %c) #0 comdat {
;   %1 = load i8, ptr @__fz_edges.chain, align 1, !nosanitize !3
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.chain, align 1, !nosanitize !3
;   br i1 %c, label %a, label %b
;
; a:                                                ; preds = %0
;   %3 = load i8, ptr getelementptr (i8, ptr @__fz_edges.chain, i64 1), align 1, !nosanitize !3
;   %4 = add i8 %3, 1
;   store i8 %4, ptr getelementptr (i8, ptr @__fz_edges.chain, i64 1), align 1, !nosanitize !3
;   %x = call i32 @chain(ptr nest %n, i1 %c)
;   ret i32 1
;
; b:                                                ; preds = %0
;   %5 = load i8, ptr getelementptr (i8, ptr @__fz_edges.chain, i64 2), align 1, !nosanitize !3
;   %6 = add i8 %5, 1
;   store i8 %6, ptr getelementptr (i8, ptr @__fz_edges.chain, i64 2), align 1, !nosanitize !3
;   %y = call preserve_mostcc i32 @other(i1 %c)
;   ret i32 2
; }
;
; attributes #0 = { "fz-edges" }
; attributes #1 = { disable_sanitizer_instrumentation nounwind }
; attributes #2 = { nounwind }
;
; !fz.facts = !{!0, !1, !0, !1, !0, !1, !0, !1, !0, !1, !2}
;
; !0 = !{!"counters", !"3"}
; !1 = !{!"edges", !"3"}
; !2 = !{!"functions", !"5"}
; !3 = !{}
