;; A function that is in no file of the user's gets no counters.
; pipeline: conditions<table=foreign.table>,edges<records=off;pcs=off;form=ir>
; codegen: no
; hide: constructor, target
target triple = "x86_64-pc-linux-gnu"

define void @ours() !dbg !3 {
  ret void
}

define void @theirs() !dbg !5 {
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "a.c", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "ours", file: !1, line: 3, type: !DISubroutineType(types: null), unit: !0, spFlags: DISPFlagDefinition)
!4 = !DIFile(filename: "include/a.h", directory: "/usr")
!5 = distinct !DISubprogram(name: "theirs", file: !4, line: 3, type: !DISubroutineType(types: null), unit: !0, spFlags: DISPFlagDefinition)
;; expected
; $ours = comdat nodeduplicate
;
; @__fz_edges.ours = private global [1 x i8] zeroinitializer, section "__sancov_cntrs", comdat($ours), align 1
; @llvm.compiler.used = appending global [1 x ptr] [ptr @__fz_edges.ours], section "llvm.metadata"
;
; define void @ours() #0 comdat !dbg !6 {
;   %1 = load i8, ptr @__fz_edges.ours, align 1, !nosanitize !8
;   %2 = icmp ne i8 %1, -1
;   %3 = zext i1 %2 to i8
;   %4 = add i8 %1, %3
;   store i8 %4, ptr @__fz_edges.ours, align 1, !nosanitize !8
;   ret void
; }
;
; define void @theirs() #1 !dbg !9 {
;   ret void
; }
;
; attributes #0 = { "fz-edges" }
; attributes #1 = { "fz-foreign" }
; attributes #2 = { disable_sanitizer_instrumentation nounwind }
;
; !llvm.dbg.cu = !{!0}
; !llvm.module.flags = !{!2}
; !fz.facts = !{!3, !4, !5}
;
; !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: LineTablesOnly)
; !1 = !DIFile(filename: "a.c", directory: "/src")
; !2 = !{i32 2, !"Debug Info Version", i32 3}
; !3 = !{!"counters", !"1"}
; !4 = !{!"edges", !"1"}
; !5 = !{!"functions", !"1"}
; !6 = distinct !DISubprogram(name: "ours", scope: null, file: !1, line: 3, type: !7, spFlags: DISPFlagDefinition, unit: !0)
; !7 = !DISubroutineType(types: null)
; !8 = !{}
; !9 = distinct !DISubprogram(name: "theirs", scope: null, file: !10, line: 3, type: !7, spFlags: DISPFlagDefinition, unit: !0)
; !10 = !DIFile(filename: "include/a.h", directory: "/usr")
