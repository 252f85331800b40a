;; The φ that stands for the landing pad comes in front of what debuggers are told there.
; pipeline: split-landing-pads
declare void @g()
declare i32 @__gxx_personality_v0(...)

define i32 @f() personality ptr @__gxx_personality_v0 !dbg !4 {
  invoke void @g() to label %a unwind label %pad, !dbg !9

a:
  invoke void @g() to label %b unwind label %pad, !dbg !9

b:
  ret i32 0, !dbg !9

pad:
  %x = phi i32 [ 1, %0 ], [ 2, %a ]
    #dbg_value(i32 %x, !8, !DIExpression(), !9)
  %p = landingpad { ptr, i32 } cleanup, !dbg !9
  ret i32 %x, !dbg !9
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
!8 = !DILocalVariable(name: "x", scope: !4, file: !1, line: 1, type: !7)
!9 = !DILocation(line: 2, scope: !4)
;; expected
;
; declare void @g()
;
; declare i32 @__gxx_personality_v0(...)
;
; define i32 @f() personality ptr @__gxx_personality_v0 !dbg !4 {
;   invoke void @g()
;           to label %a unwind label %1, !dbg !8
;
; a:                                                ; preds = %0
;   invoke void @g()
;           to label %b unwind label %3, !dbg !8
;
; b:                                                ; preds = %a
;   ret i32 0, !dbg !8
;
; 1:                                                ; preds = %0
;   %2 = landingpad { ptr, i32 }
;           cleanup, !dbg !8
;   br label %pad, !dbg !8
;
; 3:                                                ; preds = %a
;   %4 = landingpad { ptr, i32 }
;           cleanup, !dbg !8
;   br label %pad, !dbg !8
;
; pad:                                              ; preds = %3, %1
;   %5 = phi i32 [ 1, %1 ], [ 2, %3 ]
;   %6 = phi { ptr, i32 } [ %2, %1 ], [ %4, %3 ], !dbg !8
;     #dbg_value(i32 %5, !9, !DIExpression(), !8)
;   ret i32 %5, !dbg !8
; }
;
; !llvm.dbg.cu = !{!0}
; !llvm.module.flags = !{!2}
; !fz.facts = !{!3}
;
; !0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
; !1 = !DIFile(filename: "a.c", directory: ".")
; !2 = !{i32 2, !"Debug Info Version", i32 3}
; !3 = !{!"done:split-landing-pads", !"1"}
; !4 = distinct !DISubprogram(name: "f", scope: null, file: !1, line: 1, type: !5, spFlags: DISPFlagDefinition, unit: !0)
; !5 = !DISubroutineType(types: !6)
; !6 = !{!7}
; !7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
; !8 = !DILocation(line: 2, scope: !4)
; !9 = !DILocalVariable(name: "x", scope: !4, file: !1, line: 1, type: !7)
