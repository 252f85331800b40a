;; Evaluations of `a && !b`: three ways through it, each with a byte; and the record that says so.
; pipeline: conditions<table=mcdc.table>,edges<coverage=on;mcdc=on;table=mcdc.table;pcs=off;form=ir>
; hide: constructor, target
target triple = "x86_64-pc-linux-gnu"

declare i64 @llvm.expect.with.probability.i64(i64, i64, double immarg)

define i32 @f(i1 %a, i1 %b) !dbg !3 {
  %n = zext i1 %a to i64, !dbg !10
  %m = call i64 @llvm.expect.with.probability.i64(i64 %n, i64 7384214539027349505, double 7.500000e-01), !dbg !10
  %c = icmp ne i64 %m, 0, !dbg !10
  br i1 %c, label %and, label %end, !dbg !10

and:
  %n2 = zext i1 %b to i64, !dbg !10
  %m2 = call i64 @llvm.expect.with.probability.i64(i64 %n2, i64 7384214539027349506, double 7.500000e-01), !dbg !10
  %c2 = icmp ne i64 %m2, 0, !dbg !10
  br i1 %c2, label %end, label %then, !dbg !10

then:
  ret i32 1, !dbg !10

end:
  ret i32 0, !dbg !10
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "a.c", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !DISubroutineType(types: null), unit: !0, spFlags: DISPFlagDefinition)
!10 = !DILocation(line: 3, column: 5, scope: !3)
;; expected
; record .debug_fz_edges in group f
;   FunctionEdges { name: "f", start: .L__fz_edges.f, row: 5, rows: 1, default_row: true, sites: [
;     Site { kind: Entry, source: /src/a.c:1:0, target: /src/a.c:3:5, case: None, counter: Some(0), discriminator: None },
;     Site { kind: Branch, source: /src/a.c:3:5, target: /src/a.c:3:5, case: None, counter: Some(4), discriminator: Some(1) },
;     Site { kind: Branch, source: /src/a.c:3:5, target: /src/a.c:3:5, case: None, counter: Some(1), discriminator: Some(2) },
;     Site { kind: Branch, source: /src/a.c:3:5, target: /src/a.c:3:5, case: None, counter: Some(2), discriminator: Some(3) },
;     Site { kind: Branch, source: /src/a.c:3:5, target: /src/a.c:3:5, case: None, counter: Some(3), discriminator: Some(4) }], contexts: [], record: None, first_call: None, calls: [] }
; record .debug_fz_coverage in group f
;   FunctionCoverage { name: "f", file: "/src/a.c", line: 1, local: false, taken: false, implicit: false, start: .L__fz_edges.f, conditions: [
;     Condition { kind: Branch, text: "a", spelled: Spelled { place: /src/a.c:3:5, in_macro: None }, refactored: None, outcomes: [
;     Outcome { label: "true", place: None, counters: [4] },
;     Outcome { label: "false", place: None, counters: [1] }] },
;     Condition { kind: Branch, text: "b", spelled: Spelled { place: /src/a.c:3:10, in_macro: None }, refactored: None, outcomes: [
;     Outcome { label: "true", place: None, counters: [2] },
;     Outcome { label: "false", place: None, counters: [3] }] }], lines: [
;     Line { place: /src/a.c:3:0, end: None, in_macro: None, text: "", refactored: None, places: [[0], [4], [1, 2], [3]] }], calls: [], evaluations: .L__fz_edges.f.evaluations, decisions: [
;     Decision { text: "a && !b", spelled: Spelled { place: /src/a.c:3:5, in_macro: None }, offset: Some(0), asked: [
;     Asked { condition: Some(0), text: "a", next: Asked { then: [1, 4294967294], known: None } },
;     Asked { condition: Some(1), text: "b", next: Asked { then: [4294967294, 4294967295], known: None } }] }] }
;
; $f = comdat nodeduplicate
;
; @__fz_edges.f = private global [5 x i8] zeroinitializer, section "__sancov_cntrs", comdat($f), align 1
; @__fz_edges.f.evaluations = private global [3 x i8] zeroinitializer, section "__sancov_cntrs", comdat($f), align 1
; @llvm.compiler.used = appending global [2 x ptr] [ptr @__fz_edges.f, ptr @__fz_edges.f.evaluations], section "llvm.metadata"
;
; ; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
; declare i64 @llvm.expect.with.probability.i64(i64, i64, double immarg) #0
;
; define i32 @f(i1 %a, i1 %b) #1 comdat !dbg !8 {
;   %1 = alloca i64, align 8
;   %2 = load i8, ptr @__fz_edges.f, align 1, !nosanitize !10
;   %3 = icmp ne i8 %2, -1
;   %4 = zext i1 %3 to i8
;   %5 = add i8 %2, %4
;   store i8 %5, ptr @__fz_edges.f, align 1, !nosanitize !10
;   store i64 0, ptr %1, align 8, !dbg !11
;   %n = zext i1 %a to i64, !dbg !11
;   %c = icmp ne i64 %n, 0, !dbg !11
;   br i1 %c, label %and, label %.end_crit_edge, !dbg !11, !fz.condition !12
;
; .end_crit_edge:                                   ; preds = %0
;   %6 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 1), align 1, !nosanitize !10
;   %7 = icmp ne i8 %6, -1
;   %8 = zext i1 %7 to i8
;   %9 = add i8 %6, %8
;   store i8 %9, ptr getelementptr (i8, ptr @__fz_edges.f, i64 1), align 1, !nosanitize !10
;   store volatile i8 1, ptr getelementptr inbounds (i8, ptr @__fz_edges.f.evaluations, i64 2), align 1, !nosanitize !10
;   br label %end, !dbg !11
;
; and:                                              ; preds = %0
;   %10 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 4), align 1, !nosanitize !10
;   %11 = icmp ne i8 %10, -1
;   %12 = zext i1 %11 to i8
;   %13 = add i8 %10, %12
;   store i8 %13, ptr getelementptr (i8, ptr @__fz_edges.f, i64 4), align 1, !nosanitize !10
;   store i64 0, ptr %1, align 8, !nosanitize !10
;   %n2 = zext i1 %b to i64, !dbg !11
;   %c2 = icmp ne i64 %n2, 0, !dbg !11
;   br i1 %c2, label %and.end_crit_edge, label %then, !dbg !11, !fz.condition !13
;
; and.end_crit_edge:                                ; preds = %and
;   %14 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 2), align 1, !nosanitize !10
;   %15 = icmp ne i8 %14, -1
;   %16 = zext i1 %15 to i8
;   %17 = add i8 %14, %16
;   store i8 %17, ptr getelementptr (i8, ptr @__fz_edges.f, i64 2), align 1, !nosanitize !10
;   %18 = load i64, ptr %1, align 8, !nosanitize !10
;   %19 = add i64 %18, 0
;   %20 = getelementptr inbounds i8, ptr @__fz_edges.f.evaluations, i64 %19
;   store volatile i8 1, ptr %20, align 1, !nosanitize !10
;   br label %end, !dbg !11
;
; then:                                             ; preds = %and
;   %21 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 3), align 1, !nosanitize !10
;   %22 = icmp ne i8 %21, -1
;   %23 = zext i1 %22 to i8
;   %24 = add i8 %21, %23
;   store i8 %24, ptr getelementptr (i8, ptr @__fz_edges.f, i64 3), align 1, !nosanitize !10
;   %25 = load i64, ptr %1, align 8, !nosanitize !10
;   %26 = add i64 %25, 1
;   %27 = getelementptr inbounds i8, ptr @__fz_edges.f.evaluations, i64 %26
;   store volatile i8 1, ptr %27, align 1, !nosanitize !10
;   ret i32 1, !dbg !11
;
; end:                                              ; preds = %and.end_crit_edge, %.end_crit_edge
;   ret i32 0, !dbg !11
; }
;
; attributes #0 = { nocallback nofree nosync nounwind willreturn memory(none) }
; attributes #1 = { "fz-edges" }
; attributes #2 = { disable_sanitizer_instrumentation nounwind }
;
; !llvm.dbg.cu = !{!0}
; !llvm.module.flags = !{!2}
; !fz.facts = !{!3, !4, !5, !6, !7}
;
; !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: LineTablesOnly)
; !1 = !DIFile(filename: "a.c", directory: "/src")
; !2 = !{i32 2, !"Debug Info Version", i32 3}
; !3 = !{!"done:conditions", !"2"}
; !4 = !{!"coverage", !"1"}
; !5 = !{!"counters", !"5"}
; !6 = !{!"edges", !"5"}
; !7 = !{!"functions", !"1"}
; !8 = distinct !DISubprogram(name: "f", scope: null, file: !1, line: 1, type: !9, spFlags: DISPFlagDefinition, unit: !0)
; !9 = !DISubroutineType(types: null)
; !10 = !{}
; !11 = !DILocation(line: 3, column: 5, scope: !8)
; !12 = !{i32 1}
; !13 = !{i32 2}
