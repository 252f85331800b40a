;; After `edges`: gates stand before counters, and the branches around them are not counted. A function of a COMDAT has
;; gates that outlive it.
; pipeline: edges,distance
target triple = "x86_64-pc-linux-gnu"

$inlined = comdat any

define linkonce_odr i32 @inlined(i32 %x) comdat {
  %c = icmp slt i32 %x, 7
  br i1 %c, label %yes, label %no

yes:
  ret i32 1

no:
  ret i32 0
}

define internal i32 @own(i32 %x) {
  %c = icmp slt i32 %x, 7
  br i1 %c, label %yes, label %no

yes:
  %r = call i32 @inlined(i32 %x)
  ret i32 %r

no:
  ret i32 0
}

define i32 @open(i32 %x) {
  %r = call i32 @own(i32 %x)
  ret i32 %r
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; record .debug_fz_edges in group __fz_edges.inlined.5c2f97d9789a94ff.3, once
;   FunctionEdges { name: "inlined", start: __fz_edges.inlined.5c2f97d9789a94ff.3, row: 3, rows: 1, default_row: true, sites: [
;     Site { kind: Entry, source: ?, target: ?, case: None, counter: Some(0), discriminator: None },
;     Site { kind: Branch, source: ?, target: ?, case: None, counter: Some(1), discriminator: Some(1) },
;     Site { kind: Branch, source: ?, target: ?, case: None, counter: Some(2), discriminator: Some(2) }], contexts: [], record: None, first_call: None, calls: [] }
; record .debug_fz_edges in group own
;   FunctionEdges { name: "own", start: .L__fz_edges.own, row: 3, rows: 1, default_row: true, sites: [
;     Site { kind: Entry, source: ?, target: ?, case: None, counter: Some(0), discriminator: None },
;     Site { kind: Branch, source: ?, target: ?, case: None, counter: Some(1), discriminator: Some(1) },
;     Site { kind: Branch, source: ?, target: ?, case: None, counter: Some(2), discriminator: Some(2) }], contexts: [], record: None, first_call: None, calls: [] }
; record .debug_fz_edges in group open
;   FunctionEdges { name: "open", start: .L__fz_edges.open, row: 1, rows: 1, default_row: true, sites: [
;     Site { kind: Entry, source: ?, target: ?, case: None, counter: Some(0), discriminator: None }], contexts: [], record: None, first_call: None, calls: [] }
; record .debug_fz_distances in group __fz_gates.inlined.7e20c582d916df89.2, once
;   FunctionBranches { name: "inlined", gates: __fz_gates.inlined.7e20c582d916df89.2.gates, branches: [
;     GatedBranch { first: 0, outcomes: 2, kind: Of(Integer), bits: Some(32), predicate: Some(Less), signed: true, constant: Some("7"), callee: None, place: ? }] }
; record .debug_fz_distances in group __fz_gates.own
;   FunctionBranches { name: "own", gates: .L__fz_gates.own.gates, branches: [
;     GatedBranch { first: 0, outcomes: 2, kind: Of(Integer), bits: Some(32), predicate: Some(Less), signed: true, constant: Some("7"), callee: None, place: ? }] }
;
; $inlined = comdat any
;
; $own = comdat nodeduplicate
;
; $open = comdat nodeduplicate
;
; $__fz_register_image = comdat any
;
; $__fz_place_pcs = comdat any
;
; $__fz_register_gates = comdat any
;
; $__fz_edges.inlined.5c2f97d9789a94ff.3 = comdat any
;
; $__fz_gates.inlined.7e20c582d916df89.2 = comdat any
;
; $__fz_gates.own = comdat nodeduplicate
;
; @__fz_edges.inlined.5c2f97d9789a94ff.3 = linkonce_odr hidden global [3 x i8] zeroinitializer, section "__sancov_cntrs", comdat, align 1
; @__fz_edges.inlined.5c2f97d9789a94ff.3.pcs = linkonce_odr hidden global [6 x ptr] [ptr @inlined, ptr inttoptr (i64 1 to ptr), ptr getelementptr (i8, ptr @inlined, i64 1), ptr null, ptr getelementptr (i8, ptr @inlined, i64 2), ptr null], section "__sancov_pcs", comdat($__fz_edges.inlined.5c2f97d9789a94ff.3), align 8
; @__fz_edges.own = private global [3 x i8] zeroinitializer, section "__sancov_cntrs", comdat($own), align 1
; @__fz_edges.own.pcs = private global [6 x ptr] [ptr @own, ptr inttoptr (i64 1 to ptr), ptr getelementptr (i8, ptr @own, i64 1), ptr null, ptr getelementptr (i8, ptr @own, i64 2), ptr null], section "__sancov_pcs", comdat($own), align 8
; @__fz_edges.open = private global [1 x i8] zeroinitializer, section "__sancov_cntrs", comdat($open), align 1
; @__fz_edges.open.pcs = private global [2 x ptr] [ptr @open, ptr inttoptr (i64 1 to ptr)], section "__sancov_pcs", comdat($open), align 8
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
; @__fz_gates.inlined.7e20c582d916df89.2.gates = linkonce_odr hidden externally_initialized global [2 x i8] zeroinitializer, section "__fz_gates", comdat($__fz_gates.inlined.7e20c582d916df89.2), align 1
; @__fz_gates.own.gates = private externally_initialized global [2 x i8] zeroinitializer, section "__fz_gates", comdat($__fz_gates.own), align 1
; @llvm.compiler.used = appending global [8 x ptr] [ptr @__fz_edges.inlined.5c2f97d9789a94ff.3, ptr @__fz_edges.inlined.5c2f97d9789a94ff.3.pcs, ptr @__fz_edges.own, ptr @__fz_edges.own.pcs, ptr @__fz_edges.open, ptr @__fz_edges.open.pcs, ptr @__fz_gates.inlined.7e20c582d916df89.2.gates, ptr @__fz_gates.own.gates], section "llvm.metadata"
; @__start___fz_gates = extern_weak hidden global i8
; @__stop___fz_gates = extern_weak hidden global i8
; @__start___fz_patches = extern_weak hidden global i8
; @__stop___fz_patches = extern_weak hidden global i8
; @llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 2, ptr @__fz_register_image, ptr @__fz_register_image }, { i32, ptr, ptr } { i32 2, ptr @__fz_register_gates, ptr @__fz_register_gates }]
;
; define linkonce_odr i32 @inlined(i32 %x) #0 comdat {
;   call void asm sideeffect "cmpb $$-1, $0\0A\09adcb $$0, $0", "=*m,*m,~{dirflag},~{fpsr},~{flags}"(ptr elementtype(i8) @__fz_edges.inlined.5c2f97d9789a94ff.3, ptr elementtype(i8) @__fz_edges.inlined.5c2f97d9789a94ff.3) #4, !nosanitize !6
;   %c = icmp slt i32 %x, 7
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0x0f,0x1f,0x44,0,0\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 2\0A\09.popsection", "i,!i"(ptr @__fz_gates.inlined.7e20c582d916df89.2.gates)
;           to label %1 [label %2], !prof !7, !nosanitize !6, !fz.silent !6
;
; 1:                                                ; preds = %9, %2, %0
;   br i1 %c, label %yes, label %no
;
; yes:                                              ; preds = %1
;   call void asm sideeffect "771:\0A\09cmpb $$-1, $0\0A\09adcb $$0, $0\0A\09.pushsection __fz_places,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 771b-.\0A\09.long ${2:c}+1-.\0A\09.long 3, 1\0A\09.popsection", "=*m,*m,i,~{dirflag},~{fpsr},~{flags}"(ptr elementtype(i8) getelementptr (i8, ptr @__fz_edges.inlined.5c2f97d9789a94ff.3, i64 1), ptr elementtype(i8) getelementptr (i8, ptr @__fz_edges.inlined.5c2f97d9789a94ff.3, i64 1), ptr @__fz_edges.inlined.5c2f97d9789a94ff.3) #4, !nosanitize !6
;   ret i32 1
;
; no:                                               ; preds = %1
;   call void asm sideeffect "771:\0A\09cmpb $$-1, $0\0A\09adcb $$0, $0\0A\09.pushsection __fz_places,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 771b-.\0A\09.long ${2:c}+2-.\0A\09.long 3, 1\0A\09.popsection", "=*m,*m,i,~{dirflag},~{fpsr},~{flags}"(ptr elementtype(i8) getelementptr (i8, ptr @__fz_edges.inlined.5c2f97d9789a94ff.3, i64 2), ptr elementtype(i8) getelementptr (i8, ptr @__fz_edges.inlined.5c2f97d9789a94ff.3, i64 2), ptr @__fz_edges.inlined.5c2f97d9789a94ff.3) #4, !nosanitize !6
;   ret i32 0
;
; 2:                                                ; preds = %0
;   %3 = xor i1 %c, true
;   %4 = zext i1 %3 to i32
;   %5 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_gates.inlined.7e20c582d916df89.2.gates) #4, !nosanitize !6
;   %6 = getelementptr i8, ptr %5, i32 %4
;   %7 = load volatile i8, ptr %6, align 1, !nosanitize !6
;   %8 = icmp ne i8 %7, 0
;   br i1 %8, label %9, label %1, !prof !8, !nosanitize !6, !fz.silent !6
;
; 9:                                                ; preds = %2
;   %10 = zext i32 %x to i64
;   %11 = notail call preserve_mostcc i64 @__fz_distance_integers(i32 73733, i64 %10, i64 7) #4, !nosanitize !6
;   %12 = or i32 %4, 0
;   notail call preserve_mostcc void @__fz_distance_branch(ptr %5, i32 %12, i64 %11) #4, !nosanitize !6
;   br label %1
; }
;
; define internal i32 @own(i32 %x) #0 comdat {
;   call void asm sideeffect "cmpb $$-1, $0\0A\09adcb $$0, $0", "=*m,*m,~{dirflag},~{fpsr},~{flags}"(ptr elementtype(i8) @__fz_edges.own, ptr elementtype(i8) @__fz_edges.own) #4, !nosanitize !6
;   %c = icmp slt i32 %x, 7
;   callbr void asm sideeffect ".p2align 3,,4\0A772:\0A\09.byte 0x0f,0x1f,0x44,0,0\0A\09.pushsection __fz_patches,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 772b-.\0A\09.long ${1:l}-.\0A\09.long ${0:c}-.\0A\09.long 2\0A\09.popsection", "i,!i"(ptr @__fz_gates.own.gates)
;           to label %1 [label %2], !prof !7, !nosanitize !6, !fz.silent !6
;
; 1:                                                ; preds = %9, %2, %0
;   br i1 %c, label %yes, label %no
;
; yes:                                              ; preds = %1
;   call void asm sideeffect "771:\0A\09cmpb $$-1, $0\0A\09adcb $$0, $0\0A\09.pushsection __fz_places,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 771b-.\0A\09.long ${2:c}+1-.\0A\09.long 3, 1\0A\09.popsection", "=*m,*m,i,~{dirflag},~{fpsr},~{flags}"(ptr elementtype(i8) getelementptr (i8, ptr @__fz_edges.own, i64 1), ptr elementtype(i8) getelementptr (i8, ptr @__fz_edges.own, i64 1), ptr @__fz_edges.own) #4, !nosanitize !6
;   %r = call i32 @inlined(i32 %x)
;   ret i32 %r
;
; no:                                               ; preds = %1
;   call void asm sideeffect "771:\0A\09cmpb $$-1, $0\0A\09adcb $$0, $0\0A\09.pushsection __fz_places,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 771b-.\0A\09.long ${2:c}+2-.\0A\09.long 3, 1\0A\09.popsection", "=*m,*m,i,~{dirflag},~{fpsr},~{flags}"(ptr elementtype(i8) getelementptr (i8, ptr @__fz_edges.own, i64 2), ptr elementtype(i8) getelementptr (i8, ptr @__fz_edges.own, i64 2), ptr @__fz_edges.own) #4, !nosanitize !6
;   ret i32 0
;
; 2:                                                ; preds = %0
;   %3 = xor i1 %c, true
;   %4 = zext i1 %3 to i32
;   %5 = call ptr asm sideeffect "leaq ${1:c}(%rip), $0", "=r,i"(ptr @__fz_gates.own.gates) #4, !nosanitize !6
;   %6 = getelementptr i8, ptr %5, i32 %4
;   %7 = load volatile i8, ptr %6, align 1, !nosanitize !6
;   %8 = icmp ne i8 %7, 0
;   br i1 %8, label %9, label %1, !prof !8, !nosanitize !6, !fz.silent !6
;
; 9:                                                ; preds = %2
;   %10 = zext i32 %x to i64
;   %11 = notail call preserve_mostcc i64 @__fz_distance_integers(i32 73733, i64 %10, i64 7) #4, !nosanitize !6
;   %12 = or i32 %4, 0
;   notail call preserve_mostcc void @__fz_distance_branch(ptr %5, i32 %12, i64 %11) #4, !nosanitize !6
;   br label %1
; }
;
; define i32 @open(i32 %x) #1 comdat {
;   call void asm sideeffect "cmpb $$-1, $0\0A\09adcb $$0, $0", "=*m,*m,~{dirflag},~{fpsr},~{flags}"(ptr elementtype(i8) @__fz_edges.open, ptr elementtype(i8) @__fz_edges.open) #4, !nosanitize !6
;   %r = call i32 @own(i32 %x)
;   ret i32 %r
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
; define linkonce_odr hidden void @__fz_place_pcs() #3 comdat {
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
; declare extern_weak preserve_mostcc i64 @__fz_distance_integers(i32, i64, i64)
;
; declare extern_weak preserve_mostcc void @__fz_distance_branch(ptr, i32, i64)
;
; ; Function Attrs: disable_sanitizer_instrumentation nounwind
; define linkonce_odr hidden void @__fz_register_gates() #2 comdat {
;   %1 = icmp ne ptr @__fz_gates_init, null
;   br i1 %1, label %2, label %3
;
; 2:                                                ; preds = %0
;   call void @__fz_gates_init(ptr @__start___fz_gates, ptr @__stop___fz_gates, ptr @__start___fz_patches, ptr @__stop___fz_patches)
;   br label %3
;
; 3:                                                ; preds = %2, %0
;   ret void
; }
;
; declare extern_weak void @__fz_gates_init(ptr, ptr, ptr, ptr)
;
; attributes #0 = { "fz-distance" "fz-edges" }
; attributes #1 = { "fz-edges" }
; attributes #2 = { disable_sanitizer_instrumentation nounwind }
; attributes #3 = { disable_sanitizer_instrumentation noinline nounwind }
; attributes #4 = { nounwind }
;
; !fz.facts = !{!0, !1, !0, !1, !2, !3, !4, !5}
;
; !0 = !{!"counters", !"3"}
; !1 = !{!"edges", !"3"}
; !2 = !{!"counters", !"1"}
; !3 = !{!"edges", !"1"}
; !4 = !{!"functions", !"3"}
; !5 = !{!"done:distance", !"2"}
; !6 = !{}
; !7 = !{!"branch_weights", i32 1048575, i32 1}
; !8 = !{!"branch_weights", i32 1, i32 1048575}
