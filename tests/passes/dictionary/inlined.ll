;; The second collection: numbers that inlining and folding have brought to compares. One that the source has keeps its
;; score, and its width where the first collection knows it; any other one loses some, or is no token: a mask, a size, a
;; bound that was shifted by one, what was a compare with another number, the end of a loop.
; pipeline: pins,dictionary,always-inline,function(sroa,instcombine,simplifycfg),dictionary<stage=inlined>
; codegen: no
target triple = "x86_64-pc-linux-gnu"

define internal i1 @is(ptr %p, i32 %want) alwaysinline {
  %v = load i32, ptr %p
  %c = icmp eq i32 %v, %want
  ret i1 %c
}

define internal i32 @tag(i32 %a, i32 %b, i32 %c, i32 %d) alwaysinline {
  %1 = shl i32 %b, 8
  %2 = shl i32 %c, 16
  %3 = shl i32 %d, 24
  %4 = or i32 %1, %a
  %5 = or i32 %2, %4
  %6 = or i32 %3, %5
  ret i32 %6
}

define i1 @written(ptr %p) {
  %c = call i1 @is(ptr %p, i32 1179011410)
  ret i1 %c
}

define i1 @composed(ptr %p) {
  %v = load i32, ptr %p
  %t = call i32 @tag(i32 137, i32 80, i32 78, i32 71)
  %c = icmp eq i32 %v, %t
  ret i1 %c
}

define i1 @held(ptr %p) {
  %local = alloca i32
  store i32 1463899717, ptr %local
  %l = load i32, ptr %local
  %m = xor i32 %l, 0
  %v = load i32, ptr %p
  %c = icmp eq i32 %v, %m
  ret i1 %c
}

define i1 @mask(ptr %p) {
  %v = load i32, ptr %p
  %t = call i32 @tag(i32 0, i32 255, i32 255, i32 0)
  %c = icmp eq i32 %v, %t
  ret i1 %c
}

define i1 @size(ptr %p) {
  %v = load i32, ptr %p
  %t = call i32 @tag(i32 128, i32 2, i32 0, i32 0)
  %c = icmp eq i32 %v, %t
  ret i1 %c
}

define i1 @bound(ptr %p) {
  %v = load i32, ptr %p
  %c = icmp uge i32 %v, 305419896
  ret i1 %c
}

define i1 @shifted(ptr %p) !dbg !4 {
  %v = load i32, ptr %p
  %w = add i32 %v, 1
  %c = icmp eq i32 %w, 439041101, !dbg !5
  ret i1 %c
}

define i1 @narrowed(ptr %p) {
  %h = load i16, ptr %p
  %v = zext i16 %h to i64
  %w = xor i64 %v, 21554
  %c = icmp eq i64 %w, 0
  %d = icmp eq i64 %v, 19778
  %e = or i1 %c, %d
  ret i1 %e
}

define void @rounds(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  store volatile i32 %i, ptr %p
  %end = call i32 @tag(i32 52, i32 18, i32 3, i32 0)
  %c = icmp eq i32 %next, %end
  br i1 %c, label %done, label %loop
done:
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "shifted", scope: !1, file: !1, line: 1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 2, column: 3, scope: !4)
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; define i1 @written(ptr %p) {
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 2, i32 0, i64 -1)
;   %v.i = load i32, ptr %p, align 4
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 0, i32 0, i64 -1)
;   %c.i = icmp eq i32 %v.i, 1179011410
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 3, i32 0, i64 -1)
;   ret i1 %c.i
; }
;
; define i1 @composed(ptr %p) {
;   %v = load i32, ptr %p, align 4
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 4, i32 0, i64 -1)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 1, i32 0, i64 -1)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 5, i32 0, i64 -1)
;   %c = icmp eq i32 %v, 1196314761
;   ret i1 %c
; }
;
; define i1 @held(ptr %p) {
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 6, i32 0, i64 -1)
;   %v = load i32, ptr %p, align 4
;   %c = icmp eq i32 %v, 1463899717
;   ret i1 %c
; }
;
; define i1 @mask(ptr %p) {
;   %v = load i32, ptr %p, align 4
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 7, i32 0, i64 -1)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 1, i32 0, i64 -1)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 8, i32 0, i64 -1)
;   %c = icmp eq i32 %v, 16776960
;   ret i1 %c
; }
;
; define i1 @size(ptr %p) {
;   %v = load i32, ptr %p, align 4
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 9, i32 0, i64 -1)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 1, i32 0, i64 -1)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 10, i32 0, i64 -1)
;   %c = icmp eq i32 %v, 640
;   ret i1 %c
; }
;
; define i1 @bound(ptr %p) {
;   %v = load i32, ptr %p, align 4
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 11, i32 0, i64 -1)
;   %c = icmp ugt i32 %v, 305419895
;   ret i1 %c
; }
;
; define i1 @shifted(ptr %p) !dbg !15 {
;   %v = load i32, ptr %p, align 4
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 12, i32 0, i64 -1)
;   %c = icmp eq i32 %v, 439041100, !dbg !18
;   ret i1 %c
; }
;
; define i1 @narrowed(ptr %p) {
;   %h = load i16, ptr %p, align 2
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 13, i32 0, i64 -1)
;   %c = icmp eq i16 %h, 21554
;   %d = icmp eq i16 %h, 19778
;   %e = or i1 %c, %d
;   ret i1 %e
; }
;
; define void @rounds(ptr %p) {
; entry:
;   br label %loop
;
; loop:                                             ; preds = %loop, %entry
;   %i = phi i32 [ 0, %entry ], [ %next, %loop ]
;   %next = add i32 %i, 1
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 14, i32 0, i64 -1)
;   store volatile i32 %i, ptr %p, align 4
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 1, i32 0, i64 -1)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 15, i32 0, i64 -1)
;   %c = icmp eq i32 %next, 201268
;   br i1 %c, label %done, label %loop
;
; done:                                             ; preds = %loop
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 16, i32 0, i64 -1)
;   ret void
; }
;
; ; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
; declare void @llvm.pseudoprobe(i64, i64, i32, i64) #0
;
; attributes #0 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
;
; !llvm.dbg.cu = !{!0}
; !llvm.module.flags = !{!2}
; !fz.written = !{!3}
; !fz.words = !{!4, !5, !6, !7, !8, !9, !10, !11, !12}
; !fz.facts = !{!13, !14}
;
; !0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: false, runtimeVersion: 0, emissionKind: LineTablesOnly)
; !1 = !DIFile(filename: "a.c", directory: "/")
; !2 = !{i32 2, !"Debug Info Version", i32 3}
; !3 = !{!"BM\00\00\00\00\00\002T\00\00\00\00\00\00xV4\12\00\00\00\00M<+\1A\00\00\00\00RIFF\00\00\00\00EVAW\00\00\00\00"}
; !4 = !{i64 2, i64 1, i64 85, i64 0, !"", i64 0, i64 0, !"", !"RIFF"}
; !5 = !{i64 11, i64 2, i64 25, i64 0, !"", i64 0, i64 0, !"", !"xV4\12"}
; !6 = !{i64 12, i64 1, i64 65, i64 0, !"a.c", i64 2, i64 3, !"", !"M<+\1A"}
; !7 = !{i64 12, i64 1, i64 60, i64 1, !"a.c", i64 2, i64 3, !"", !"\1A+<M"}
; !8 = !{i64 13, i64 1, i64 2, i64 0, !"", i64 0, i64 0, !"", !"\00\00\00\00\00\00\00\00"}
; !9 = !{i64 13, i64 1, i64 75, i64 0, !"", i64 0, i64 0, !"", !"BM"}
; !10 = !{i64 4, i64 1, i64 40, i64 8, !"", i64 0, i64 0, !"", !"\89PNG"}
; !11 = !{i64 6, i64 1, i64 85, i64 0, !"", i64 0, i64 0, !"", !"EVAW"}
; !12 = !{i64 13, i64 1, i64 75, i64 0, !"", i64 0, i64 0, !"", !"2T"}
; !13 = !{!"done:dictionary", !"6"}
; !14 = !{!"done:dictionary", !"3"}
; !15 = distinct !DISubprogram(name: "shifted", scope: !1, file: !1, line: 1, type: !16, spFlags: DISPFlagDefinition, unit: !0)
; !16 = !DISubroutineType(types: !17)
; !17 = !{}
; !18 = !DILocation(line: 2, column: 3, scope: !15)
