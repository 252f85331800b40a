;; What a call may not return to is counted. A decision on the call's line is counted anyway, and needs nothing.
; pipeline: split-returns,edges<form=ir;pcs=off;records=off>
; hide: constructor, target
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
!3 = distinct !DISubprogram(name: "f0", file: !1, line: 3, type: !DISubroutineType(types: null), unit: !0, spFlags: DISPFlagDefinition)
!4 = distinct !DISubprogram(name: "f1", file: !1, line: 3, type: !DISubroutineType(types: null), unit: !0, spFlags: DISPFlagDefinition)
!5 = distinct !DISubprogram(name: "f2", file: !1, line: 3, type: !DISubroutineType(types: null), unit: !0, spFlags: DISPFlagDefinition)
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
; $two = comdat nodeduplicate
;
; $decides = comdat nodeduplicate
;
; $tail = comdat nodeduplicate
;
; @__fz_edges.two = private global [2 x i8] zeroinitializer, section "__sancov_cntrs", comdat($two), align 1
; @__fz_edges.decides = private global [3 x i8] zeroinitializer, section "__sancov_cntrs", comdat($decides), align 1
; @__fz_edges.tail = private global [1 x i8] zeroinitializer, section "__sancov_cntrs", comdat($tail), align 1
; @llvm.compiler.used = appending global [3 x ptr] [ptr @__fz_edges.two, ptr @__fz_edges.decides, ptr @__fz_edges.tail], section "llvm.metadata"
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
;   %1 = load i8, ptr @__fz_edges.two, align 1, !nosanitize !16
;   %2 = icmp ne i8 %1, -1
;   %3 = zext i1 %2 to i8
;   %4 = add i8 %1, %3
;   store i8 %4, ptr @__fz_edges.two, align 1, !nosanitize !16
;   %a = call i32 @f(), !dbg !17
;   br label %5, !dbg !18, !fz.returned !16
;
; 5:                                                ; preds = %0
;   %6 = load i8, ptr getelementptr (i8, ptr @__fz_edges.two, i64 1), align 1, !nosanitize !16
;   %7 = icmp ne i8 %6, -1
;   %8 = zext i1 %7 to i8
;   %9 = add i8 %6, %8
;   store i8 %9, ptr getelementptr (i8, ptr @__fz_edges.two, i64 1), align 1, !nosanitize !16
;   store i32 %a, ptr %x, align 4, !dbg !18
;   %b = call i32 @pure(), !dbg !18
;   store i32 %b, ptr %x, align 4, !dbg !18
;   call void asm sideeffect "", ""(), !dbg !19
;   store i32 3, ptr %x, align 4, !dbg !19
;   ret void, !dbg !19
; }
;
; define i32 @decides() #2 comdat !dbg !20 {
;   %1 = load i8, ptr @__fz_edges.decides, align 1, !nosanitize !16
;   %2 = icmp ne i8 %1, -1
;   %3 = zext i1 %2 to i8
;   %4 = add i8 %1, %3
;   store i8 %4, ptr @__fz_edges.decides, align 1, !nosanitize !16
;   %a = call i32 @f(), !dbg !21
;   %c = icmp eq i32 %a, 3, !dbg !21
;   br i1 %c, label %yes, label %no, !dbg !21
;
; yes:                                              ; preds = %0
;   %5 = load i8, ptr getelementptr (i8, ptr @__fz_edges.decides, i64 1), align 1, !nosanitize !16
;   %6 = icmp ne i8 %5, -1
;   %7 = zext i1 %6 to i8
;   %8 = add i8 %5, %7
;   store i8 %8, ptr getelementptr (i8, ptr @__fz_edges.decides, i64 1), align 1, !nosanitize !16
;   %r = call i32 @f(), !dbg !22
;   ret i32 %r, !dbg !22
;
; no:                                               ; preds = %0
;   %9 = load i8, ptr getelementptr (i8, ptr @__fz_edges.decides, i64 2), align 1, !nosanitize !16
;   %10 = icmp ne i8 %9, -1
;   %11 = zext i1 %10 to i8
;   %12 = add i8 %9, %11
;   store i8 %12, ptr getelementptr (i8, ptr @__fz_edges.decides, i64 2), align 1, !nosanitize !16
;   call void @ends(), !dbg !23
;   unreachable, !dbg !23
; }
;
; define i32 @tail() #2 comdat !dbg !24 {
;   %1 = load i8, ptr @__fz_edges.tail, align 1, !nosanitize !16
;   %2 = icmp ne i8 %1, -1
;   %3 = zext i1 %2 to i8
;   %4 = add i8 %1, %3
;   store i8 %4, ptr @__fz_edges.tail, align 1, !nosanitize !16
;   %r = musttail call i32 @f(), !dbg !25
;   ret i32 %r, !dbg !26
; }
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
; !4 = !{!"skipped:split-returns:decides", !"2"}
; !5 = !{!"skipped:split-returns:musttail", !"1"}
; !6 = !{!"skipped:split-returns:never-returns", !"1"}
; !7 = !{!"counters", !"2"}
; !8 = !{!"edges", !"2"}
; !9 = !{!"counters", !"3"}
; !10 = !{!"edges", !"3"}
; !11 = !{!"counters", !"1"}
; !12 = !{!"edges", !"1"}
; !13 = !{!"functions", !"3"}
; !14 = distinct !DISubprogram(name: "f0", scope: null, file: !1, line: 3, type: !15, spFlags: DISPFlagDefinition, unit: !0)
; !15 = !DISubroutineType(types: null)
; !16 = !{}
; !17 = !DILocation(line: 4, column: 1, scope: !14)
; !18 = !DILocation(line: 5, column: 1, scope: !14)
; !19 = !DILocation(line: 6, column: 1, scope: !14)
; !20 = distinct !DISubprogram(name: "f1", scope: null, file: !1, line: 3, type: !15, spFlags: DISPFlagDefinition, unit: !0)
; !21 = !DILocation(line: 4, column: 1, scope: !20)
; !22 = !DILocation(line: 5, column: 1, scope: !20)
; !23 = !DILocation(line: 6, column: 1, scope: !20)
; !24 = distinct !DISubprogram(name: "f2", scope: null, file: !1, line: 3, type: !15, spFlags: DISPFlagDefinition, unit: !0)
; !25 = !DILocation(line: 4, column: 1, scope: !24)
; !26 = !DILocation(line: 5, column: 1, scope: !24)
