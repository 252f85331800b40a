;; The record names file, line and column of both ends of each edge, in the group of the function.
; pipeline: edges<count=wrap;pcs=off>
; show: section .debug_fz_edges, @f, @__fz_edges.f
target triple = "x86_64-pc-linux-gnu"
define i32 @f(i1 %c) !dbg !4 {
entry:
  br i1 %c, label %a, label %b, !dbg !7
a:
  ret i32 1, !dbg !8
b:
  ret i32 2, !dbg !9
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "dir/a \22b\22.c", directory: "/")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 3, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{}
!7 = !DILocation(line: 4, column: 7, scope: !4)
!8 = !DILocation(line: 5, column: 9, scope: !4)
!9 = !DILocation(line: 6, column: 11, scope: !4)
;; expected
; record .debug_fz_edges in group f
;   FunctionEdges { name: "f", start: .L__fz_edges.f, row: 3, rows: 1, default_row: true, sites: [
;     Site { kind: Entry, source: dir/a \"b\".c:3:0, target: dir/a \"b\".c:4:7, case: None, counter: Some(0), discriminator: None },
;     Site { kind: Branch, source: dir/a \"b\".c:4:7, target: dir/a \"b\".c:5:9, case: None, counter: Some(1), discriminator: None },
;     Site { kind: Branch, source: dir/a \"b\".c:4:7, target: dir/a \"b\".c:6:11, case: None, counter: Some(2), discriminator: None }], contexts: [], record: None, first_call: None, calls: [] }
;
; @__fz_edges.f = private global [3 x i8] zeroinitializer, section "__sancov_cntrs", comdat($f), align 1
;
; define i32 @f(i1 %c) #0 comdat !dbg !7 {
; entry:
;   %0 = load i8, ptr @__fz_edges.f, align 1, !nosanitize !9
;   %1 = add i8 %0, 1
;   store i8 %1, ptr @__fz_edges.f, align 1, !nosanitize !9
;   br i1 %c, label %a, label %b, !dbg !10
;
; a:                                                ; preds = %entry
;   %2 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 1), align 1, !nosanitize !9
;   %3 = add i8 %2, 1
;   store i8 %3, ptr getelementptr (i8, ptr @__fz_edges.f, i64 1), align 1, !nosanitize !9
;   ret i32 1, !dbg !11
;
; b:                                                ; preds = %entry
;   %4 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 2), align 1, !nosanitize !9
;   %5 = add i8 %4, 1
;   store i8 %5, ptr getelementptr (i8, ptr @__fz_edges.f, i64 2), align 1, !nosanitize !9
;   ret i32 2, !dbg !12
; }
