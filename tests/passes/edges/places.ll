;; Each counter's code tells where it is, in the lines of the source, and which counter it is. A function's own address is
;; that of its entry, unless inlining may leave nothing of the function.
; pipeline: edges<records=off;stage=early>
; hide: constructor, target
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
; $open = comdat nodeduplicate
;
; $closed = comdat nodeduplicate
;
; $calls = comdat nodeduplicate
;
; @__fz_edges.open = private global [3 x i8] zeroinitializer, section "__sancov_cntrs", comdat($open), align 1
; @__fz_edges.open.pcs = private global [6 x ptr] [ptr @open, ptr inttoptr (i64 1 to ptr), ptr getelementptr (i8, ptr @open, i64 1), ptr null, ptr getelementptr (i8, ptr @open, i64 2), ptr null], section "__sancov_pcs", comdat($open), align 8
; @__fz_edges.closed = private global [1 x i8] zeroinitializer, section "__sancov_cntrs", comdat($closed), align 1
; @__fz_edges.closed.pcs = private global [2 x ptr] [ptr @__fz_edges.closed, ptr inttoptr (i64 1 to ptr)], section "__sancov_pcs", comdat($closed), align 8
; @__fz_edges.calls = private global [1 x i8] zeroinitializer, section "__sancov_cntrs", comdat($calls), align 1
; @__fz_edges.calls.pcs = private global [2 x ptr] [ptr @calls, ptr inttoptr (i64 1 to ptr)], section "__sancov_pcs", comdat($calls), align 8
; @llvm.compiler.used = appending global [6 x ptr] [ptr @__fz_edges.open, ptr @__fz_edges.open.pcs, ptr @__fz_edges.closed, ptr @__fz_edges.closed.pcs, ptr @__fz_edges.calls, ptr @__fz_edges.calls.pcs], section "llvm.metadata"
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
