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
  %e = and i1 %c, %d
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
