; What a call may not return to is counted. A decision on the call's line is counted anyway, and needs nothing.
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
