;; A number is as wide as it was before it was extended, and in the order in which it is loaded; one of unknown order is two
;; words. What global variables are made of when the program starts counts, too. What nearly every program asks for is junk, and is noted once.
; pipeline: pins,dictionary
; codegen: no
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i32 @fgetc(ptr)
declare i32 @llvm.bswap.i32(i32)

define i1 @loaded(ptr %p) {
  %x = load i32, ptr %p
  %riff = icmp eq i32 %x, 1179011410
  ret i1 %riff
}

define i1 @promoted(ptr %p) {
  %x = load i8, ptr %p
  %int = sext i8 %x to i32
  %c = icmp eq i32 %int, 37
  %never = icmp eq i32 %int, 300
  ret i1 %c
}

define i1 @promoted_unsigned(ptr %p) {
  %x = load i8, ptr %p
  %int = zext i8 %x to i32
  %c = icmp eq i32 %int, 137
  %never = icmp eq i32 %int, 394
  ret i1 %c
}

define i1 @turned(ptr %p) {
  %x = load i32, ptr %p
  %turned = call i32 @llvm.bswap.i32(i32 %x)
  %c = icmp ne i32 %turned, 1229472850
  ret i1 %c
}

define i1 @composed(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 1
  %a = load i8, ptr %p
  %b = load i8, ptr %q
  %high = zext i8 %a to i32
  %low = zext i8 %b to i32
  %shifted = shl i32 %high, 8
  %x = or i32 %shifted, %low
  %c = icmp eq i32 %x, 65496
  ret i1 %c
}

define i1 @variable(ptr %f) {
  %v = alloca i32
  %read = call i32 @fgetc(ptr %f)
  store i32 %read, ptr %v
  %x = load i32, ptr %v
  %c = icmp eq i32 %x, 71
  ret i1 %c
}

define void @junk(i32 %x, i32 %y) {
  %zero = icmp eq i32 %x, 0
  %again = icmp eq i32 %y, 0
  %minus = icmp eq i32 %x, -1
  %bits = and i32 %x, 4096
  %mask = icmp eq i32 %bits, 4096
  %count = icmp ult i32 %y, 10
  ret void
}

define void @wide(i128 %x, double %d, float %f) {
  %most = icmp ugt i128 %x, 1311768467463790320
  %third = fcmp oeq double %d, 3.25
  %none = fcmp olt float %f, 0.0
  ret void
}

define void @cases(ptr %p) {
  %x = load i16, ptr %p
  switch i16 %x, label %other [ i16 19789, label %other
                                i16 18761, label %other ]
other:
  ret void
}

declare void @make(ptr, i16 zeroext, ptr)

define internal void @__cxx_global_var_init() {
  call void @make(ptr null, i16 zeroext -24048, ptr null)
  ret void
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; declare i32 @fgetc(ptr)
;
; ; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
; declare i32 @llvm.bswap.i32(i32) #0
;
; define i1 @loaded(ptr %p) {
;   %x = load i32, ptr %p, align 4
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 0, i32 0, i64 -1)
;   %riff = icmp eq i32 %x, 1179011410
;   ret i1 %riff
; }
;
; define i1 @promoted(ptr %p) {
;   %x = load i8, ptr %p, align 1
;   %int = sext i8 %x to i32
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 1, i32 0, i64 -1)
;   %c = icmp eq i32 %int, 37
;   %never = icmp eq i32 %int, 300
;   ret i1 %c
; }
;
; define i1 @promoted_unsigned(ptr %p) {
;   %x = load i8, ptr %p, align 1
;   %int = zext i8 %x to i32
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 2, i32 0, i64 -1)
;   %c = icmp eq i32 %int, 137
;   %never = icmp eq i32 %int, 394
;   ret i1 %c
; }
;
; define i1 @turned(ptr %p) {
;   %x = load i32, ptr %p, align 4
;   %turned = call i32 @llvm.bswap.i32(i32 %x)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 3, i32 0, i64 -1)
;   %c = icmp ne i32 %turned, 1229472850
;   ret i1 %c
; }
;
; define i1 @composed(ptr %p) {
;   %q = getelementptr i8, ptr %p, i64 1
;   %a = load i8, ptr %p, align 1
;   %b = load i8, ptr %q, align 1
;   %high = zext i8 %a to i32
;   %low = zext i8 %b to i32
;   %shifted = shl i32 %high, 8
;   %x = or i32 %shifted, %low
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 4, i32 0, i64 -1)
;   %c = icmp eq i32 %x, 65496
;   ret i1 %c
; }
;
; define i1 @variable(ptr %f) {
;   %v = alloca i32, align 4
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 5, i32 0, i64 -1)
;   %read = call i32 @fgetc(ptr %f)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 6, i32 0, i64 -1)
;   store i32 %read, ptr %v, align 4
;   %x = load i32, ptr %v, align 4
;   %c = icmp eq i32 %x, 71
;   ret i1 %c
; }
;
; define void @junk(i32 %x, i32 %y) {
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 7, i32 0, i64 -1)
;   %zero = icmp eq i32 %x, 0
;   %again = icmp eq i32 %y, 0
;   %minus = icmp eq i32 %x, -1
;   %bits = and i32 %x, 4096
;   %mask = icmp eq i32 %bits, 4096
;   %count = icmp ult i32 %y, 10
;   ret void
; }
;
; define void @wide(i128 %x, double %d, float %f) {
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 8, i32 0, i64 -1)
;   %most = icmp ugt i128 %x, 1311768467463790320
;   %third = fcmp oeq double %d, 3.250000e+00
;   %none = fcmp olt float %f, 0.000000e+00
;   ret void
; }
;
; define void @cases(ptr %p) {
;   %x = load i16, ptr %p, align 2
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 9, i32 0, i64 -1)
;   switch i16 %x, label %other [
;     i16 19789, label %other
;     i16 18761, label %other
;   ]
;
; other:                                            ; preds = %0, %0, %0
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 10, i32 0, i64 -1)
;   ret void
; }
;
; declare void @make(ptr, i16 zeroext, ptr)
;
; define internal void @__cxx_global_var_init() {
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 11, i32 0, i64 -1)
;   call void @make(ptr null, i16 zeroext -24048, ptr null)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 12, i32 0, i64 -1)
;   ret void
; }
;
; ; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
; declare void @llvm.pseudoprobe(i64, i64, i32, i64) #1
;
; attributes #0 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
; attributes #1 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
;
; !fz.written = !{!0}
; !fz.words = !{!1, !2, !3, !4, !5, !6, !7, !8, !9, !10, !11, !12, !13, !14, !15, !16, !17, !18, !19, !20, !21, !22, !23, !24}
; !fz.facts = !{!25}
;
; !0 = !{!",\01\00\00\00\00\00\00\8A\01\00\00\00\00\00\00\00\10\00\00\00\00\00\00\10\A2\00\00\00\00\00\00\D8\FF\00\00\00\00\00\00RIFF\00\00\00\00RDHI\00\00\00\00\FF\FF\FF\FF\00\00\00\00\00\00\00\00\00\00\0A@\10\A2\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF\FF"}
; !1 = !{i64 0, i64 1, i64 85, i64 0, !"", i64 0, i64 0, !"", !"RIFF"}
; !2 = !{i64 1, i64 1, i64 6, i64 0, !"", i64 0, i64 0, !"", !"%"}
; !3 = !{i64 2, i64 1, i64 6, i64 0, !"", i64 0, i64 0, !"", !"\89"}
; !4 = !{i64 3, i64 1, i64 42, i64 0, !"", i64 0, i64 0, !"", !"RDHI"}
; !5 = !{i64 3, i64 1, i64 85, i64 1, !"", i64 0, i64 0, !"", !"IHDR"}
; !6 = !{i64 4, i64 1, i64 55, i64 0, !"", i64 0, i64 0, !"", !"\D8\FF"}
; !7 = !{i64 4, i64 1, i64 50, i64 1, !"", i64 0, i64 0, !"", !"\FF\D8"}
; !8 = !{i64 6, i64 1, i64 6, i64 0, !"", i64 0, i64 0, !"", !"G"}
; !9 = !{i64 7, i64 1, i64 2, i64 0, !"", i64 0, i64 0, !"", !"\00\00\00\00"}
; !10 = !{i64 7, i64 1, i64 2, i64 0, !"", i64 0, i64 0, !"", !"\FF\FF\FF\FF"}
; !11 = !{i64 7, i64 1, i64 4, i64 0, !"", i64 0, i64 0, !"", !"\00\10"}
; !12 = !{i64 7, i64 1, i64 0, i64 1, !"", i64 0, i64 0, !"", !"\10\00"}
; !13 = !{i64 7, i64 2, i64 12, i64 0, !"", i64 0, i64 0, !"", !"\0A\00\00\00"}
; !14 = !{i64 7, i64 2, i64 7, i64 1, !"", i64 0, i64 0, !"", !"\00\00\00\0A"}
; !15 = !{i64 8, i64 2, i64 25, i64 0, !"", i64 0, i64 0, !"", !"\F0\DE\BC\9AxV4\12"}
; !16 = !{i64 8, i64 2, i64 20, i64 1, !"", i64 0, i64 0, !"", !"\124Vx\9A\BC\DE\F0"}
; !17 = !{i64 8, i64 2, i64 10, i64 0, !"", i64 0, i64 0, !"", !"\F0\DE\BC\9AxV4\12\00\00\00\00\00\00\00\00"}
; !18 = !{i64 8, i64 2, i64 5, i64 1, !"", i64 0, i64 0, !"", !"\00\00\00\00\00\00\00\00\124Vx\9A\BC\DE\F0"}
; !19 = !{i64 8, i64 4, i64 30, i64 0, !"", i64 0, i64 0, !"", !"\00\00\00\00\00\00\0A@"}
; !20 = !{i64 8, i64 4, i64 2, i64 0, !"", i64 0, i64 0, !"", !"\00\00\00\00"}
; !21 = !{i64 9, i64 3, i64 80, i64 0, !"", i64 0, i64 0, !"", !"MM"}
; !22 = !{i64 9, i64 3, i64 80, i64 0, !"", i64 0, i64 0, !"", !"II"}
; !23 = !{i64 11, i64 8, i64 40, i64 0, !"", i64 0, i64 0, !"", !"\10\A2"}
; !24 = !{i64 11, i64 8, i64 35, i64 1, !"", i64 0, i64 0, !"", !"\A2\10"}
; !25 = !{!"done:dictionary", !"24"}
