;; Several calls in a block, in an entry with stack memory behind them, and in a loop: places in the source and what is
;; said of the loop stay. Targets with φs get their values from the steps.
; pipeline: split-calls
@a = private constant [2 x i8] c"a\00"
@b = private constant [2 x i8] c"b\00"
declare i32 @strcmp(ptr, ptr)
declare void @take(i32, i32, ptr)

define void @block(ptr %s) {
  %x = call i32 @strcmp(ptr %s, ptr @a)
  %y = call i32 @strcmp(ptr %s, ptr @b)
  %z = alloca i32
  call void @take(i32 %x, i32 %y, ptr %z)
  ret void
}

define i32 @loop(ptr %s) !dbg !5 {
entry:
  br label %head
head:
  %p = phi ptr [ %s, %entry ], [ %q, %head ]
  %q = getelementptr i8, ptr %p, i64 1
  %r = call i32 @strcmp(ptr %p, ptr @a), !dbg !8
  %c = icmp ne i32 0, %r
  br i1 %c, label %head, label %end, !llvm.loop !9
end:
  %v = phi i32 [ 7, %head ]
  ret i32 %v
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "x.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "loop", file: !1, line: 1, unit: !0, type: !6, spFlags: DISPFlagDefinition)
!6 = !DISubroutineType(types: !7)
!7 = !{null}
!8 = !DILocation(line: 3, column: 5, scope: !5)
!9 = distinct !{!9, !10}
!10 = !{!"llvm.loop.mustprogress"}
;; expected
;
; @a = private constant [2 x i8] c"a\00"
; @b = private constant [2 x i8] c"b\00"
;
; declare i32 @strcmp(ptr, ptr)
;
; declare void @take(i32, i32, ptr)
;
; define void @block(ptr %s) {
;   %z = alloca i32, align 4
;   %1 = load i8, ptr %s, align 1
;   %2 = freeze i8 %1
;   %3 = icmp eq i8 %2, 97
;   br i1 %3, label %4, label %9
;
; 4:                                                ; preds = %0
;   %5 = getelementptr i8, ptr %s, i64 1
;   %6 = load i8, ptr %5, align 1
;   %7 = freeze i8 %6
;   %8 = icmp eq i8 %7, 0
;   br i1 %8, label %15, label %9, !fz.step !4
;
; 9:                                                ; preds = %4, %0
;   %10 = phi i8 [ %2, %0 ], [ %7, %4 ]
;   %11 = phi i8 [ 97, %0 ], [ 0, %4 ]
;   %12 = zext i8 %10 to i32
;   %13 = zext i8 %11 to i32
;   %14 = sub i32 %12, %13
;   br label %16
;
; 15:                                               ; preds = %4
;   br label %16
;
; 16:                                               ; preds = %15, %9
;   %17 = phi i32 [ %14, %9 ], [ 0, %15 ]
;   %18 = load i8, ptr %s, align 1
;   %19 = freeze i8 %18
;   %20 = icmp eq i8 %19, 98
;   br i1 %20, label %21, label %26
;
; 21:                                               ; preds = %16
;   %22 = getelementptr i8, ptr %s, i64 1
;   %23 = load i8, ptr %22, align 1
;   %24 = freeze i8 %23
;   %25 = icmp eq i8 %24, 0
;   br i1 %25, label %32, label %26, !fz.step !4
;
; 26:                                               ; preds = %21, %16
;   %27 = phi i8 [ %19, %16 ], [ %24, %21 ]
;   %28 = phi i8 [ 98, %16 ], [ 0, %21 ]
;   %29 = zext i8 %27 to i32
;   %30 = zext i8 %28 to i32
;   %31 = sub i32 %29, %30
;   br label %33
;
; 32:                                               ; preds = %21
;   br label %33
;
; 33:                                               ; preds = %32, %26
;   %34 = phi i32 [ %31, %26 ], [ 0, %32 ]
;   call void @take(i32 %17, i32 %34, ptr %z)
;   ret void
; }
;
; define i32 @loop(ptr %s) !dbg !5 {
; entry:
;   br label %head
;
; 0:                                                ; preds = %4, %head
;   br label %head
;
; head:                                             ; preds = %0, %entry
;   %p = phi ptr [ %s, %entry ], [ %q, %0 ]
;   %q = getelementptr i8, ptr %p, i64 1
;   %1 = load i8, ptr %p, align 1, !dbg !8
;   %2 = freeze i8 %1, !dbg !8
;   %3 = icmp eq i8 %2, 97, !dbg !8
;   br i1 %3, label %4, label %0, !dbg !8, !llvm.loop !9
;
; 4:                                                ; preds = %head
;   %5 = getelementptr i8, ptr %p, i64 1, !dbg !8
;   %6 = load i8, ptr %5, align 1, !dbg !8
;   %7 = freeze i8 %6, !dbg !8
;   %8 = icmp eq i8 %7, 0, !dbg !8
;   br i1 %8, label %9, label %0, !dbg !8, !llvm.loop !9, !fz.step !4
;
; 9:                                                ; preds = %4
;   br label %end
;
; end:                                              ; preds = %9
;   %v = phi i32 [ 7, %9 ]
;   ret i32 %v
; }
;
; !llvm.dbg.cu = !{!0}
; !llvm.module.flags = !{!2}
; !fz.facts = !{!3}
;
; !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: LineTablesOnly)
; !1 = !DIFile(filename: "x.c", directory: "/")
; !2 = !{i32 2, !"Debug Info Version", i32 3}
; !3 = !{!"done:split-calls", !"3"}
; !4 = !{}
; !5 = distinct !DISubprogram(name: "loop", scope: null, file: !1, line: 1, type: !6, spFlags: DISPFlagDefinition, unit: !0)
; !6 = !DISubroutineType(types: !7)
; !7 = !{null}
; !8 = !DILocation(line: 3, column: 5, scope: !5)
; !9 = distinct !{!9, !10}
; !10 = !{!"llvm.loop.mustprogress"}
