;; Each counter's code tells where it is, in the lines of the source, and which counter it is. A function's own address is
;; that of its entry, unless inlining may leave nothing of the function.
; pipeline: edges<records=off;stage=early>
target triple = "x86_64-pc-linux-gnu"

define i32 @open(i32 %x) !dbg !3 {
  %c = icmp eq i32 %x, 3, !dbg !10
  br i1 %c, label %yes, label %no, !dbg !10

yes:
  ret i32 1, !dbg !11

no:
  ret i32 2, !dbg !12
}

define internal i32 @closed(i32 %x) !dbg !4 {
  ret i32 %x, !dbg !20
}

define i32 @calls(i32 %x) {
  %y = call i32 @closed(i32 %x)
  ret i32 %y
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!6}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "a.c", directory: "/src")
!2 = !DISubroutineType(types: !5)
!3 = distinct !DISubprogram(name: "open", file: !1, line: 1, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!4 = distinct !DISubprogram(name: "closed", file: !1, line: 7, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!5 = !{}
!6 = !{i32 2, !"Debug Info Version", i32 3}
!10 = !DILocation(line: 2, column: 7, scope: !3)
!11 = !DILocation(line: 3, column: 9, scope: !3)
!12 = !DILocation(line: 4, column: 5, scope: !3)
!20 = !DILocation(line: 8, column: 5, scope: !4)
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; $open = comdat nodeduplicate
;
; $closed = comdat nodeduplicate
;
; $calls = comdat nodeduplicate
;
; $__fz_register_image = comdat any
;
; $__fz_place_pcs = comdat any
;
; @__fz_edges.open = private global [3 x i8] zeroinitializer, section "__sancov_cntrs", comdat($open), align 1
; @__fz_edges.open.pcs = private global [6 x ptr] [ptr @open, ptr inttoptr (i64 1 to ptr), ptr getelementptr (i8, ptr @open, i64 1), ptr null, ptr getelementptr (i8, ptr @open, i64 2), ptr null], section "__sancov_pcs", comdat($open), align 8
; @__fz_edges.closed = private global [1 x i8] zeroinitializer, section "__sancov_cntrs", comdat($closed), align 1
; @__fz_edges.closed.pcs = private global [2 x ptr] [ptr @__fz_edges.closed, ptr inttoptr (i64 1 to ptr)], section "__sancov_pcs", comdat($closed), align 8
; @__fz_edges.calls = private global [1 x i8] zeroinitializer, section "__sancov_cntrs", comdat($calls), align 1
; @__fz_edges.calls.pcs = private global [2 x ptr] [ptr @calls, ptr inttoptr (i64 1 to ptr)], section "__sancov_pcs", comdat($calls), align 8
; @llvm.compiler.used = appending global [6 x ptr] [ptr @__fz_edges.open, ptr @__fz_edges.open.pcs, ptr @__fz_edges.closed, ptr @__fz_edges.closed.pcs, ptr @__fz_edges.calls, ptr @__fz_edges.calls.pcs], section "llvm.metadata"
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
; define i32 @open(i32 %x) #0 comdat !dbg !8 {
;   call void asm sideeffect "cmpb $$-1, $0\0A\09adcb $$0, $0", "=*m,*m,~{dirflag},~{fpsr},~{flags}"(ptr elementtype(i8) @__fz_edges.open, ptr elementtype(i8) @__fz_edges.open) #3, !nosanitize !10
;   %c = icmp eq i32 %x, 3, !dbg !11
;   br i1 %c, label %yes, label %no, !dbg !11
;
; yes:                                              ; preds = %0
;   call void asm sideeffect "771:\0A\09cmpb $$-1, $0\0A\09adcb $$0, $0\0A\09.pushsection __fz_places,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 771b-.\0A\09.long ${2:c}+1-.\0A\09.long 3, 1\0A\09.popsection", "=*m,*m,i,~{dirflag},~{fpsr},~{flags}"(ptr elementtype(i8) getelementptr (i8, ptr @__fz_edges.open, i64 1), ptr elementtype(i8) getelementptr (i8, ptr @__fz_edges.open, i64 1), ptr @__fz_edges.open) #3, !dbg !12, !nosanitize !10
;   ret i32 1, !dbg !12
;
; no:                                               ; preds = %0
;   call void asm sideeffect "771:\0A\09cmpb $$-1, $0\0A\09adcb $$0, $0\0A\09.pushsection __fz_places,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 771b-.\0A\09.long ${2:c}+2-.\0A\09.long 3, 1\0A\09.popsection", "=*m,*m,i,~{dirflag},~{fpsr},~{flags}"(ptr elementtype(i8) getelementptr (i8, ptr @__fz_edges.open, i64 2), ptr elementtype(i8) getelementptr (i8, ptr @__fz_edges.open, i64 2), ptr @__fz_edges.open) #3, !dbg !13, !nosanitize !10
;   ret i32 2, !dbg !13
; }
;
; define internal i32 @closed(i32 %x) #0 comdat !dbg !14 {
;   call void asm sideeffect "771:\0A\09cmpb $$-1, $0\0A\09adcb $$0, $0\0A\09.pushsection __fz_places,\22a?\22,@progbits\0A\09.p2align 2\0A\09.long 771b-.\0A\09.long ${2:c}+0-.\0A\09.long 1, 1\0A\09.popsection", "=*m,*m,i,~{dirflag},~{fpsr},~{flags}"(ptr elementtype(i8) @__fz_edges.closed, ptr elementtype(i8) @__fz_edges.closed, ptr @__fz_edges.closed) #3, !dbg !15, !nosanitize !10
;   ret i32 %x, !dbg !16
; }
;
; define i32 @calls(i32 %x) #0 comdat {
;   call void asm sideeffect "cmpb $$-1, $0\0A\09adcb $$0, $0", "=*m,*m,~{dirflag},~{fpsr},~{flags}"(ptr elementtype(i8) @__fz_edges.calls, ptr elementtype(i8) @__fz_edges.calls) #3, !nosanitize !10
;   %y = call i32 @closed(i32 %x)
;   ret i32 %y
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
; define linkonce_odr hidden void @__fz_place_pcs() #2 comdat {
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
; attributes #1 = { disable_sanitizer_instrumentation nounwind }
; attributes #2 = { disable_sanitizer_instrumentation noinline nounwind }
; attributes #3 = { nounwind }
;
; !llvm.dbg.cu = !{!0}
; !llvm.module.flags = !{!2}
; !fz.facts = !{!3, !4, !5, !6, !5, !6, !7}
;
; !0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: LineTablesOnly)
; !1 = !DIFile(filename: "a.c", directory: "/src")
; !2 = !{i32 2, !"Debug Info Version", i32 3}
; !3 = !{!"counters", !"3"}
; !4 = !{!"edges", !"3"}
; !5 = !{!"counters", !"1"}
; !6 = !{!"edges", !"1"}
; !7 = !{!"functions", !"3"}
; !8 = distinct !DISubprogram(name: "open", scope: null, file: !1, line: 1, type: !9, spFlags: DISPFlagDefinition, unit: !0)
; !9 = !DISubroutineType(types: !10)
; !10 = !{}
; !11 = !DILocation(line: 2, column: 7, scope: !8)
; !12 = !DILocation(line: 3, column: 9, scope: !8)
; !13 = !DILocation(line: 4, column: 5, scope: !8)
; !14 = distinct !DISubprogram(name: "closed", scope: null, file: !1, line: 7, type: !9, spFlags: DISPFlagDefinition, unit: !0)
; !15 = !DILocation(line: 7, scope: !14)
; !16 = !DILocation(line: 8, column: 5, scope: !14)
