;; A constant that a variable holds is what the compare asks for, at the width that was read (Listing 15); of a variable
;; with two nobody knows which.
; pipeline: pins,dictionary
; codegen: no
target triple = "x86_64-pc-linux-gnu"

define i1 @kept(ptr %p) {
  %wide = alloca i32
  %magic = alloca i32
  %byte = load i8, ptr %p
  %extended = zext i8 %byte to i32
  store i32 %extended, ptr %wide
  store i32 77, ptr %magic
  %a = load i32, ptr %wide
  %b = load i32, ptr %magic
  %same = icmp eq i32 %a, %b
  ret i1 %same
}

define i1 @either(i32 %x, i1 %c) {
entry:
  %magic = alloca i32
  store i32 70000, ptr %magic
  br i1 %c, label %other, label %end
other:
  store i32 80000, ptr %magic
  br label %end
end:
  %b = load i32, ptr %magic
  %same = icmp eq i32 %x, %b
  ret i1 %same
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; define i1 @kept(ptr %p) {
;   %wide = alloca i32, align 4
;   %magic = alloca i32, align 4
;   %byte = load i8, ptr %p, align 1
;   %extended = zext i8 %byte to i32
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 0, i32 0, i64 -1)
;   store i32 %extended, ptr %wide, align 4
;   store i32 77, ptr %magic, align 4
;   %a = load i32, ptr %wide, align 4
;   %b = load i32, ptr %magic, align 4
;   %same = icmp eq i32 %a, %b
;   ret i1 %same
; }
;
; define i1 @either(i32 %x, i1 %c) {
; entry:
;   %magic = alloca i32, align 4
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 1, i32 0, i64 -1)
;   store i32 70000, ptr %magic, align 4
;   br i1 %c, label %other, label %end
;
; other:                                            ; preds = %entry
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 2, i32 0, i64 -1)
;   store i32 80000, ptr %magic, align 4
;   br label %end
;
; end:                                              ; preds = %other, %entry
;   %b = load i32, ptr %magic, align 4
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 3, i32 0, i64 -1)
;   %same = icmp eq i32 %x, %b
;   ret i1 %same
; }
;
; ; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
; declare void @llvm.pseudoprobe(i64, i64, i32, i64) #0
;
; attributes #0 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
;
; !fz.written = !{!0}
; !fz.words = !{!1}
; !fz.facts = !{!2}
;
; !0 = !{!"p\11\01\00\00\00\00\00\808\01\00\00\00\00\00"}
; !1 = !{i64 0, i64 1, i64 6, i64 0, !"", i64 0, i64 0, !"", !"M"}
; !2 = !{!"done:dictionary", !"1"}
