;; What counters say of conditions and lines, in the places that the refactored text came from.
; pipeline: conditions<table=coverage.table>,edges<coverage=on;table=coverage.table;origin=coverage.origin;text=coverage.text;pcs=off;form=ir>
; hide: constructor, target
target triple = "x86_64-pc-linux-gnu"

declare i64 @llvm.expect.with.probability.i64(i64, i64, double immarg)

define internal i32 @f(i32 %a, i1 %c) !dbg !3 {
  %n = zext i1 %c to i64, !dbg !10
  %m = call i64 @llvm.expect.with.probability.i64(i64 %n, i64 7384214539027349505, double 7.500000e-01), !dbg !10
  %b = icmp ne i64 %m, 0, !dbg !10
  br i1 %b, label %then, label %join, !dbg !10

then:
  %w = sext i32 %a to i64, !dbg !11
  %s = call i64 @llvm.expect.with.probability.i64(i64 %w, i64 7384214543322316802, double 7.500000e-01), !dbg !11
  %t = trunc i64 %s to i32, !dbg !11
  switch i32 %t, label %join [
    i32 -1, label %join
    i32 3, label %join
    i32 4, label %join
  ], !dbg !11

join:
  ret i32 1, !dbg !12
}

define i32 @g(i1 %c) !dbg !4 {
  %r = call i32 @f(i32 1, i1 %c), !dbg !13
  ret i32 %r, !dbg !13
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "a.c.i", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !DISubroutineType(types: null), unit: !0, spFlags: DISPFlagDefinition)
!4 = distinct !DISubprogram(name: "g", file: !1, line: 8, type: !DISubroutineType(types: null), unit: !0, spFlags: DISPFlagDefinition)
!10 = !DILocation(line: 3, column: 1, scope: !3)
!11 = !DILocation(line: 5, column: 1, scope: !3)
!12 = !DILocation(line: 7, column: 1, scope: !3)
!13 = !DILocation(line: 9, column: 1, scope: !4)
;; expected
; record .debug_fz_edges in group f
;   FunctionEdges { name: "f", start: .L__fz_edges.f, row: 7, rows: 1, default_row: true, sites: [
;     Site { kind: Entry, source: /src/a.c:1:1, target: /src/a.h:30:9, case: None, counter: Some(0), discriminator: None },
;     Site { kind: Branch, source: /src/a.h:30:9, target: /src/a.c:3:1, case: None, counter: Some(4), discriminator: None },
;     Site { kind: Branch, source: /src/a.h:30:9, target: /src/a.c:6:3, case: None, counter: Some(1), discriminator: None },
;     Site { kind: Switch, source: /src/a.c:3:1, target: /src/a.c:6:3, case: Some("default"), counter: Some(5), discriminator: None },
;     Site { kind: Switch, source: /src/a.c:3:1, target: /src/a.c:6:3, case: Some("-1"), counter: Some(2), discriminator: None },
;     Site { kind: Switch, source: /src/a.c:3:1, target: /src/a.c:6:3, case: Some("3"), counter: Some(6), discriminator: None },
;     Site { kind: Switch, source: /src/a.c:3:1, target: /src/a.c:6:3, case: Some("4"), counter: Some(3), discriminator: None }], contexts: [], record: None, first_call: None, calls: [] }
; record .debug_fz_coverage in group f
;   FunctionCoverage { name: "f", file: "/src/a.c", line: 1, local: true, taken: false, implicit: false, start: .L__fz_edges.f, conditions: [
;     Condition { kind: Branch, text: "c", spelled: Spelled { place: /src/a.h:30:9, in_macro: Some(InMacro { name: "BOTH", written: /src/a.c:2:5 }) }, refactored: Some(3), outcomes: [
;     Outcome { label: "true", place: None, counters: [4] },
;     Outcome { label: "false", place: None, counters: [1] }] },
;     Condition { kind: Switch, text: "a", spelled: Spelled { place: /src/a.c:3:9, in_macro: None }, refactored: Some(5), outcomes: [
;     Outcome { label: "case 4294967295", place: Some(/src/a.c:4:1), counters: [2] },
;     Outcome { label: "case 3 ... 4", place: Some(/src/a.c:5:1), counters: [6, 3] },
;     Outcome { label: "default", place: Some(/src/a.c:3:9), counters: [5] }] }], lines: [
;     Line { place: /src/a.c:2:5, end: Some((2, 9)), in_macro: Some("BOTH"), text: "c", refactored: Some(3), places: [[0]] },
;     Line { place: /src/a.c:3:1, end: Some((3, 10)), in_macro: None, text: "switch (a) {", refactored: Some(5), places: [[4]] },
;     Line { place: /src/a.c:6:3, end: Some((6, 4)), in_macro: None, text: "return 1;", refactored: Some(7), places: [[1, 5, 2, 6, 3]] }], calls: [], evaluations: None, decisions: [] }
; record .debug_fz_edges in group g
;   FunctionEdges { name: "g", start: .L__fz_edges.g, row: 1, rows: 1, default_row: true, sites: [
;     Site { kind: Entry, source: /src/a.c:8:1, target: /src/a.c:9:1, case: None, counter: Some(0), discriminator: None }], contexts: [], record: None, first_call: None, calls: [] }
; record .debug_fz_coverage in group g
;   FunctionCoverage { name: "g", file: "/src/a.c", line: 8, local: false, taken: false, implicit: false, start: .L__fz_edges.g, conditions: [], lines: [
;     Line { place: /src/a.c:9:1, end: Some((9, 2)), in_macro: None, text: "return f(1, c);", refactored: Some(9), places: [[0]] }], calls: [
;     DirectCall { callee: "f", place: Some(/src/a.c:9:1), taken: false, counters: [0] }], evaluations: None, decisions: [] }
;
; $f = comdat nodeduplicate
;
; $g = comdat nodeduplicate
;
; @__fz_edges.f = private global [7 x i8] zeroinitializer, section "__sancov_cntrs", comdat($f), align 1
; @__fz_edges.g = private global [1 x i8] zeroinitializer, section "__sancov_cntrs", comdat($g), align 1
; @llvm.compiler.used = appending global [2 x ptr] [ptr @__fz_edges.f, ptr @__fz_edges.g], section "llvm.metadata"
;
; ; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
; declare i64 @llvm.expect.with.probability.i64(i64, i64, double immarg) #0
;
; define internal i32 @f(i32 %a, i1 %c) #1 comdat !dbg !11 {
;   %1 = load i8, ptr @__fz_edges.f, align 1, !nosanitize !13
;   %2 = icmp ne i8 %1, -1
;   %3 = zext i1 %2 to i8
;   %4 = add i8 %1, %3
;   store i8 %4, ptr @__fz_edges.f, align 1, !nosanitize !13
;   %n = zext i1 %c to i64, !dbg !14
;   %b = icmp ne i64 %n, 0, !dbg !14
;   br i1 %b, label %then, label %.join_crit_edge, !dbg !14, !fz.condition !15
;
; .join_crit_edge:                                  ; preds = %0
;   %5 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 1), align 1, !nosanitize !13
;   %6 = icmp ne i8 %5, -1
;   %7 = zext i1 %6 to i8
;   %8 = add i8 %5, %7
;   store i8 %8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 1), align 1, !nosanitize !13
;   br label %join, !dbg !14
;
; then:                                             ; preds = %0
;   %9 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 4), align 1, !nosanitize !13
;   %10 = icmp ne i8 %9, -1
;   %11 = zext i1 %10 to i8
;   %12 = add i8 %9, %11
;   store i8 %12, ptr getelementptr (i8, ptr @__fz_edges.f, i64 4), align 1, !nosanitize !13
;   %w = sext i32 %a to i64, !dbg !16
;   %t = trunc i64 %w to i32, !dbg !16
;   switch i32 %t, label %then.join_crit_edge [
;     i32 -1, label %then.join_crit_edge1
;     i32 3, label %then.join_crit_edge2
;     i32 4, label %then.join_crit_edge3
;   ], !dbg !16, !fz.condition !17
;
; then.join_crit_edge3:                             ; preds = %then
;   %13 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 3), align 1, !nosanitize !13
;   %14 = icmp ne i8 %13, -1
;   %15 = zext i1 %14 to i8
;   %16 = add i8 %13, %15
;   store i8 %16, ptr getelementptr (i8, ptr @__fz_edges.f, i64 3), align 1, !nosanitize !13
;   br label %join, !dbg !16
;
; then.join_crit_edge2:                             ; preds = %then
;   %17 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 6), align 1, !nosanitize !13
;   %18 = icmp ne i8 %17, -1
;   %19 = zext i1 %18 to i8
;   %20 = add i8 %17, %19
;   store i8 %20, ptr getelementptr (i8, ptr @__fz_edges.f, i64 6), align 1, !nosanitize !13
;   br label %join, !dbg !16
;
; then.join_crit_edge1:                             ; preds = %then
;   %21 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 2), align 1, !nosanitize !13
;   %22 = icmp ne i8 %21, -1
;   %23 = zext i1 %22 to i8
;   %24 = add i8 %21, %23
;   store i8 %24, ptr getelementptr (i8, ptr @__fz_edges.f, i64 2), align 1, !nosanitize !13
;   br label %join, !dbg !16
;
; then.join_crit_edge:                              ; preds = %then
;   %25 = load i8, ptr getelementptr (i8, ptr @__fz_edges.f, i64 5), align 1, !nosanitize !13
;   %26 = icmp ne i8 %25, -1
;   %27 = zext i1 %26 to i8
;   %28 = add i8 %25, %27
;   store i8 %28, ptr getelementptr (i8, ptr @__fz_edges.f, i64 5), align 1, !nosanitize !13
;   br label %join, !dbg !16
;
; join:                                             ; preds = %then.join_crit_edge3, %then.join_crit_edge2, %then.join_crit_edge1, %then.join_crit_edge, %.join_crit_edge
;   ret i32 1, !dbg !18
; }
;
; define i32 @g(i1 %c) #1 comdat !dbg !19 {
;   %1 = load i8, ptr @__fz_edges.g, align 1, !nosanitize !13
;   %2 = icmp ne i8 %1, -1
;   %3 = zext i1 %2 to i8
;   %4 = add i8 %1, %3
;   store i8 %4, ptr @__fz_edges.g, align 1, !nosanitize !13
;   %r = call i32 @f(i32 1, i1 %c), !dbg !20
;   ret i32 %r, !dbg !20
; }
;
; attributes #0 = { nocallback nofree nosync nounwind willreturn memory(none) }
; attributes #1 = { "fz-edges" }
; attributes #2 = { disable_sanitizer_instrumentation nounwind }
;
; !llvm.dbg.cu = !{!0}
; !llvm.module.flags = !{!2}
; !fz.facts = !{!3, !4, !5, !6, !7, !8, !9}
; !fz.files = !{!10}
;
; !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: LineTablesOnly)
; !1 = !DIFile(filename: "a.c.i", directory: "/src")
; !2 = !{i32 2, !"Debug Info Version", i32 3}
; !3 = !{!"done:conditions", !"2"}
; !4 = !{!"coverage", !"1"}
; !5 = !{!"counters", !"7"}
; !6 = !{!"edges", !"7"}
; !7 = !{!"counters", !"1"}
; !8 = !{!"edges", !"1"}
; !9 = !{!"functions", !"2"}
; !10 = !{!"/src/a.c", !"00000000000000aa"}
; !11 = distinct !DISubprogram(name: "f", scope: null, file: !1, line: 1, type: !12, spFlags: DISPFlagDefinition, unit: !0)
; !12 = !DISubroutineType(types: null)
; !13 = !{}
; !14 = !DILocation(line: 3, column: 1, scope: !11)
; !15 = !{i32 1}
; !16 = !DILocation(line: 5, column: 1, scope: !11)
; !17 = !{i32 2}
; !18 = !DILocation(line: 7, column: 1, scope: !11)
; !19 = distinct !DISubprogram(name: "g", scope: null, file: !1, line: 8, type: !12, spFlags: DISPFlagDefinition, unit: !0)
; !20 = !DILocation(line: 9, column: 1, scope: !19)
