;; What debuggers are told between a call and its branch goes on to be told.
; pipeline: split-calls
@ab = private constant [3 x i8] c"ab\00"
declare i32 @strcmp(ptr, ptr)

define i32 @f(ptr %s) !dbg !4 {
  %r = call i32 @strcmp(ptr %s, ptr @ab), !dbg !9
    #dbg_value(i32 %r, !8, !DIExpression(), !9)
  %c = icmp eq i32 %r, 0, !dbg !9
    #dbg_value(i1 %c, !8, !DIExpression(), !9)
  br i1 %c, label %yes, label %no, !dbg !9

yes:
  ret i32 1, !dbg !9

no:
  ret i32 0, !dbg !9
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: ".")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{!7}
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILocalVariable(name: "r", scope: !4, file: !1, line: 1, type: !7)
!9 = !DILocation(line: 2, scope: !4)
;; expected
;
; @ab = private constant [3 x i8] c"ab\00"
;
; declare i32 @strcmp(ptr, ptr)
;
; define i32 @f(ptr %s) !dbg !4 {
;     #dbg_value(i32 poison, !8, !DIExpression(), !9)
;     #dbg_value(i1 poison, !8, !DIExpression(), !9)
;   %1 = load i8, ptr %s, align 1, !dbg !9
;   %2 = freeze i8 %1, !dbg !9
;   %3 = icmp eq i8 %2, 97, !dbg !9
;   br i1 %3, label %4, label %no, !dbg !9
;
; 4:                                                ; preds = %0
;   %5 = getelementptr i8, ptr %s, i64 1, !dbg !9
;   %6 = load i8, ptr %5, align 1, !dbg !9
;   %7 = freeze i8 %6, !dbg !9
;   %8 = icmp eq i8 %7, 98, !dbg !9
;   br i1 %8, label %9, label %no, !dbg !9, !fz.step !10
;
; 9:                                                ; preds = %4
;   %10 = getelementptr i8, ptr %s, i64 2, !dbg !9
;   %11 = load i8, ptr %10, align 1, !dbg !9
;   %12 = freeze i8 %11, !dbg !9
;   %13 = icmp eq i8 %12, 0, !dbg !9
;   br i1 %13, label %yes, label %no, !dbg !9, !fz.step !10
;
; yes:                                              ; preds = %9
;   ret i32 1, !dbg !9
;
; no:                                               ; preds = %9, %4, %0
;   ret i32 0, !dbg !9
; }
;
; !llvm.dbg.cu = !{!0}
; !llvm.module.flags = !{!2}
; !fz.facts = !{!3}
;
; !0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
; !1 = !DIFile(filename: "a.c", directory: ".")
; !2 = !{i32 2, !"Debug Info Version", i32 3}
; !3 = !{!"done:split-calls", !"1"}
; !4 = distinct !DISubprogram(name: "f", scope: null, file: !1, line: 1, type: !5, spFlags: DISPFlagDefinition, unit: !0)
; !5 = !DISubroutineType(types: !6)
; !6 = !{!7}
; !7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
; !8 = !DILocalVariable(name: "r", scope: !4, file: !1, line: 1, type: !7)
; !9 = !DILocation(line: 2, scope: !4)
; !10 = !{}
