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
; module asm ".pushsection .debug_fz_sites,\22G\22,%progbits,\22plain\22"
; module asm ".long 844323398,132,2,6"
; module asm ".ascii \22\\000plain\\0004294967294\\000a.c\\000\\\22a\\\\\\\22\\\22\\000strcmp\\000\\000\22"
; module asm ".long 0,1,32,3,0,2,0,3,4,7,1,8,0,0,0,4"
; module asm ".long 5,3,5,9"
; module asm ".popsection"
; module asm ".pushsection .debug_fz_sites,\22GR\22,%progbits,\22__fz_sites.inline\22,comdat"
; module asm ".long 844323398,68,1,3"
; module asm ".ascii \22\\000inline\\000-2\\000\\000\22"
; module asm ".long 0,1,32,6,1,2,0,0,0,0"
; module asm ".popsection"
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
