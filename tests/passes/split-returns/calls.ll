;; What a call may not return to is counted. A decision on the call's line is counted anyway, and needs nothing.
; pipeline: split-returns,edges<form=ir;pcs=off;records=off>
target triple = "x86_64-pc-linux-gnu"

declare i32 @f()
declare i32 @pure() nounwind willreturn
declare void @ends() noreturn

define void @two(ptr %x) !dbg !3 {
  %a = call i32 @f(), !dbg !10
  store i32 %a, ptr %x, !dbg !11
  %b = call i32 @pure(), !dbg !11
  store i32 %b, ptr %x, !dbg !11
  call void asm sideeffect "", ""(), !dbg !12
  store i32 3, ptr %x, !dbg !12
  ret void, !dbg !12
}

define i32 @decides() !dbg !4 {
  %a = call i32 @f(), !dbg !20
  %c = icmp eq i32 %a, 3, !dbg !20
  br i1 %c, label %yes, label %no, !dbg !20

yes:
  %r = call i32 @f(), !dbg !21
  ret i32 %r, !dbg !21

no:
  call void @ends(), !dbg !22
  unreachable, !dbg !22
}

define i32 @tail() !dbg !5 {
  %r = musttail call i32 @f(), !dbg !30
  ret i32 %r, !dbg !31
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "a.c", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f0", file: !1, line: 3, unit: !0, spFlags: DISPFlagDefinition)
!4 = distinct !DISubprogram(name: "f1", file: !1, line: 3, unit: !0, spFlags: DISPFlagDefinition)
!5 = distinct !DISubprogram(name: "f2", file: !1, line: 3, unit: !0, spFlags: DISPFlagDefinition)
!10 = !DILocation(line: 4, column: 1, scope: !3)
!11 = !DILocation(line: 5, column: 1, scope: !3)
!12 = !DILocation(line: 6, column: 1, scope: !3)
!20 = !DILocation(line: 4, column: 1, scope: !4)
!21 = !DILocation(line: 5, column: 1, scope: !4)
!22 = !DILocation(line: 6, column: 1, scope: !4)
!30 = !DILocation(line: 4, column: 1, scope: !5)
!31 = !DILocation(line: 5, column: 1, scope: !5)
!32 = !DILocation(line: 6, column: 1, scope: !5)
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; $two = comdat nodeduplicate
;
; $decides = comdat nodeduplicate
;
; $tail = comdat nodeduplicate
;
; $__fz_register_image = comdat any
;
; @__fz_edges.two = private global [2 x i8] zeroinitializer, section "__sancov_cntrs", comdat($two), align 1
; @__fz_edges.decides = private global [3 x i8] zeroinitializer, section "__sancov_cntrs", comdat($decides), align 1
; @__fz_edges.tail = private global [1 x i8] zeroinitializer, section "__sancov_cntrs", comdat($tail), align 1
; @llvm.compiler.used = appending global [3 x ptr] [ptr @__fz_edges.two, ptr @__fz_edges.decides, ptr @__fz_edges.tail], section "llvm.metadata"
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
; declare i32 @f()
;
; ; Function Attrs: nounwind willreturn
; declare i32 @pure() #0
;
; ; Function Attrs: noreturn
; declare void @ends() #1
;
; define void @two(ptr %x) #2 comdat !dbg !14 {
;   %1 = load i8, ptr @__fz_edges.two, align 1, !nosanitize !15
;   %2 = icmp ne i8 %1, -1
;   %3 = zext i1 %2 to i8
;   %4 = add i8 %1, %3
;   store i8 %4, ptr @__fz_edges.two, align 1, !nosanitize !15
;   %a = call i32 @f(), !dbg !16
;   br label %5, !dbg !17, !fz.returned !15
;
; 5:                                                ; preds = %0
;   %6 = load i8, ptr getelementptr (i8, ptr @__fz_edges.two, i64 1), align 1, !nosanitize !15
;   %7 = icmp ne i8 %6, -1
;   %8 = zext i1 %7 to i8
;   %9 = add i8 %6, %8
;   store i8 %9, ptr getelementptr (i8, ptr @__fz_edges.two, i64 1), align 1, !nosanitize !15
;   store i32 %a, ptr %x, align 4, !dbg !17
;   %b = call i32 @pure(), !dbg !17
;   store i32 %b, ptr %x, align 4, !dbg !17
;   call void asm sideeffect "", ""(), !dbg !18
;   store i32 3, ptr %x, align 4, !dbg !18
;   ret void, !dbg !18
; }
;
; define i32 @decides() #2 comdat !dbg !19 {
;   %1 = load i8, ptr @__fz_edges.decides, align 1, !nosanitize !15
;   %2 = icmp ne i8 %1, -1
;   %3 = zext i1 %2 to i8
;   %4 = add i8 %1, %3
;   store i8 %4, ptr @__fz_edges.decides, align 1, !nosanitize !15
;   %a = call i32 @f(), !dbg !20
;   %c = icmp eq i32 %a, 3, !dbg !20
;   br i1 %c, label %yes, label %no, !dbg !20
;
; yes:                                              ; preds = %0
;   %5 = load i8, ptr getelementptr (i8, ptr @__fz_edges.decides, i64 1), align 1, !nosanitize !15
;   %6 = icmp ne i8 %5, -1
;   %7 = zext i1 %6 to i8
;   %8 = add i8 %5, %7
;   store i8 %8, ptr getelementptr (i8, ptr @__fz_edges.decides, i64 1), align 1, !nosanitize !15
;   %r = call i32 @f(), !dbg !21
;   ret i32 %r, !dbg !21
;
; no:                                               ; preds = %0
;   %9 = load i8, ptr getelementptr (i8, ptr @__fz_edges.decides, i64 2), align 1, !nosanitize !15
;   %10 = icmp ne i8 %9, -1
;   %11 = zext i1 %10 to i8
;   %12 = add i8 %9, %11
;   store i8 %12, ptr getelementptr (i8, ptr @__fz_edges.decides, i64 2), align 1, !nosanitize !15
;   call void @ends(), !dbg !22
;   unreachable, !dbg !22
; }
;
; define i32 @tail() #2 comdat !dbg !23 {
;   %1 = load i8, ptr @__fz_edges.tail, align 1, !nosanitize !15
;   %2 = icmp ne i8 %1, -1
;   %3 = zext i1 %2 to i8
;   %4 = add i8 %1, %3
;   store i8 %4, ptr @__fz_edges.tail, align 1, !nosanitize !15
;   %r = musttail call i32 @f(), !dbg !24
;   ret i32 %r, !dbg !25
; }
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
; attributes #1 = { noreturn }
; attributes #2 = { "fz-edges" }
; attributes #3 = { disable_sanitizer_instrumentation nounwind }
;
; !llvm.dbg.cu = !{!0}
; !llvm.module.flags = !{!2}
; !fz.facts = !{!3, !4, !5, !6, !7, !8, !9, !10, !11, !12, !13}
;
; !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: LineTablesOnly)
; !1 = !DIFile(filename: "a.c", directory: "/src")
; !2 = !{i32 2, !"Debug Info Version", i32 3}
; !3 = !{!"done:split-returns", !"1"}
; !4 = !{!"left:split-returns:decides", !"2"}
; !5 = !{!"left:split-returns:musttail", !"1"}
; !6 = !{!"left:split-returns:never-returns", !"1"}
; !7 = !{!"counters", !"2"}
; !8 = !{!"edges", !"2"}
; !9 = !{!"counters", !"3"}
; !10 = !{!"edges", !"3"}
; !11 = !{!"counters", !"1"}
; !12 = !{!"edges", !"1"}
; !13 = !{!"functions", !"3"}
; !14 = distinct !DISubprogram(name: "f0", scope: null, file: !1, line: 3, spFlags: DISPFlagDefinition, unit: !0)
; !15 = !{}
; !16 = !DILocation(line: 4, column: 1, scope: !14)
; !17 = !DILocation(line: 5, column: 1, scope: !14)
; !18 = !DILocation(line: 6, column: 1, scope: !14)
; !19 = distinct !DISubprogram(name: "f1", scope: null, file: !1, line: 3, spFlags: DISPFlagDefinition, unit: !0)
; !20 = !DILocation(line: 4, column: 1, scope: !19)
; !21 = !DILocation(line: 5, column: 1, scope: !19)
; !22 = !DILocation(line: 6, column: 1, scope: !19)
; !23 = distinct !DISubprogram(name: "f2", scope: null, file: !1, line: 3, spFlags: DISPFlagDefinition, unit: !0)
; !24 = !DILocation(line: 4, column: 1, scope: !23)
; !25 = !DILocation(line: 5, column: 1, scope: !23)
