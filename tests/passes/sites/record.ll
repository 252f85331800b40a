;; The record of a function without COMDAT is in the group that `edges` makes, that of another in one of its own.
; pipeline: sites,compares<form=off>
; show: section .debug_fz_sites, comdats, @word, functions
target triple = "x86_64-pc-linux-gnu"
$inline = comdat any
@word = private constant [3 x i8] c"a\22\00"
declare i32 @strcmp(ptr, ptr)

define i1 @plain(i32 %x, ptr %p) !dbg !5 {
  %1 = icmp ugt i32 %x, -2, !dbg !8
  %2 = call i32 @strcmp(ptr %p, ptr @word), !dbg !9
  ret i1 %1, !dbg !9
}

define linkonce_odr i1 @inline(i32 %x) comdat {
  %1 = icmp sle i32 %x, -2
  ret i1 %1
}

define i1 @nothing(i1 %x) {
  ret i1 %x
}

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: LineTablesOnly)
!2 = !DIFile(filename: "a.c", directory: "/")
!3 = !DISubroutineType(types: !4)
!4 = !{}
!5 = distinct !DISubprogram(name: "plain", file: !2, line: 3, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!8 = !DILocation(line: 4, column: 7, scope: !5)
!9 = !DILocation(line: 5, column: 9, scope: !5)
;; expected
; record .debug_fz_sites in group plain
;   FunctionSites { name: "plain", sites: [
;     CompareSite { number: 0, kind: Integer, guard: None, exploit: false, bits: Some(32), predicate: Some(Greater), signed: false, loop: false, constant: Some("4294967294"), callee: None, place: a.c:4:7 },
;     CompareSite { number: 1, kind: Call, guard: None, exploit: false, bits: None, predicate: None, signed: false, loop: false, constant: Some("\"a\\\"\""), callee: Some("strcmp"), place: a.c:5:9 }] }
; record .debug_fz_sites in group __fz_sites.inline, once, retained
;   FunctionSites { name: "inline", sites: [
;     CompareSite { number: 0, kind: Integer, guard: None, exploit: false, bits: Some(32), predicate: Some(LessOrEqual), signed: true, loop: false, constant: Some("-2"), callee: None, place: ? }] }
;
; $inline = comdat any
;
; @word = private constant [3 x i8] c"a\22\00"
;
; define i1 @plain(i32 %x, ptr %p) #0 !dbg !5 {
;   %1 = icmp ugt i32 %x, -2, !dbg !8
;   %2 = call i32 @strcmp(ptr %p, ptr @word), !dbg !9
;   ret i1 %1, !dbg !9
; }
;
; define linkonce_odr i1 @inline(i32 %x) #0 comdat {
;   %1 = icmp sle i32 %x, -2
;   ret i1 %1
; }
;
; define i1 @nothing(i1 %x) #0 {
;   ret i1 %x
; }
