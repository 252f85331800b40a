;; Each kind, in the order of the code. Compares of constants, of truth values and with null are none.
; pipeline: sites<records=off;addresses=on;indices=on;pointers=on>
; codegen: no
target triple = "x86_64-pc-linux-gnu"

declare i32 @llvm.umin.i32(i32, i32)
declare i32 @llvm.umax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.scmp.i32.i64(i64, i64)
declare i32 @strcmp(ptr, ptr)
declare i32 @look(ptr, ptr, i64)
declare void @write(ptr, ptr)

define i32 @f(i32 %x, i64 %y, double %d, ptr %p, ptr %q, i1 %b) {
  %int = icmp slt i32 %x, 7
  %none1 = icmp eq i1 %b, %int
  %none2 = icmp eq i32 ptrtoint (ptr @f to i32), 1
  %none3 = icmp eq ptr %p, null
  %float = fcmp olt double %d, 1.5
  %address = icmp ult ptr %p, %q
  %min = call i32 @llvm.umin.i32(i32 %x, i32 100)
  %max = call i32 @llvm.umax.i32(i32 %x, i32 101)
  %signed.min = call i32 @llvm.smin.i32(i32 %x, i32 102)
  %signed.max = call i32 @llvm.smax.i32(i32 %x, i32 103)
  %three = call i32 @llvm.scmp.i32.i64(i64 %y, i64 -2)
  %index = getelementptr [4 x i32], ptr %p, i64 0, i64 %y
  %call = call i32 @strcmp(ptr %p, ptr %q)
  %result = icmp eq i32 %call, 0
  %pointers = call i32 @look(ptr %p, ptr %q, i64 3)
  call void @write(ptr %p, ptr %q)
  %div = sdiv i32 %x, %min
  %rem = urem i64 %y, 10
  switch i32 %x, label %default [
    i32 1, label %default
    i32 -1, label %other
  ]
default:
  ret i32 %div
other:
  ret i32 %pointers
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; ; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
; declare i32 @llvm.umin.i32(i32, i32) #0
;
; ; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
; declare i32 @llvm.umax.i32(i32, i32) #0
;
; ; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
; declare i32 @llvm.smin.i32(i32, i32) #0
;
; ; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
; declare i32 @llvm.smax.i32(i32, i32) #0
;
; ; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
; declare range(i32 -1, 2) i32 @llvm.scmp.i32.i64(i64, i64) #0
;
; declare i32 @strcmp(ptr, ptr)
;
; declare i32 @look(ptr, ptr, i64)
;
; declare void @write(ptr, ptr)
;
; define i32 @f(i32 %x, i64 %y, double %d, ptr %p, ptr %q, i1 %b) #1 {
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 0, i32 1, i32 5, i32 1, i32 %x, i32 7) #3
;   %int = icmp slt i32 %x, 7
;   %none1 = icmp eq i1 %b, %int
;   %none2 = icmp eq i32 ptrtoint (ptr @f to i32), 1
;   %none3 = icmp eq ptr %p, null
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 1, i32 2, i32 5, i32 0, double %d, double 1.500000e+00) #3
;   %float = fcmp olt double %d, 1.500000e+00
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 2, i32 3, i32 5, i32 0, ptr %p, ptr %q) #3
;   %address = icmp ult ptr %p, %q
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 3, i32 4, i32 5, i32 0, i32 %x, i32 100) #3
;   %min = call i32 @llvm.umin.i32(i32 %x, i32 100)
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 4, i32 4, i32 3, i32 0, i32 %x, i32 101) #3
;   %max = call i32 @llvm.umax.i32(i32 %x, i32 101)
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 5, i32 4, i32 5, i32 1, i32 %x, i32 102) #3
;   %signed.min = call i32 @llvm.smin.i32(i32 %x, i32 102)
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 6, i32 4, i32 3, i32 1, i32 %x, i32 103) #3
;   %signed.max = call i32 @llvm.smax.i32(i32 %x, i32 103)
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 7, i32 4, i32 5, i32 1, i64 %y, i64 -2) #3
;   %three = call i32 @llvm.scmp.i32.i64(i64 %y, i64 -2)
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 8, i32 7, i32 0, i32 1, i64 %y) #3
;   %index = getelementptr [4 x i32], ptr %p, i64 0, i64 %y
;   %call = call i32 @strcmp(ptr %p, ptr %q)
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 9, i32 8, i32 2, i32 0, ptr %p, ptr %q, i32 %call) #3
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 10, i32 1, i32 1, i32 144, i32 %call, i32 0) #3
;   %result = icmp eq i32 %call, 0
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 11, i32 9, i32 12, i32 0, ptr %p, ptr %q, i64 3) #3
;   %pointers = call i32 @look(ptr %p, ptr %q, i64 3)
;   call void @write(ptr %p, ptr %q)
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 12, i32 6, i32 0, i32 1, i32 %min) #3
;   %div = sdiv i32 %x, %min
;   %rem = urem i64 %y, 10
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 13, i32 5, i32 1, i32 0, i32 %x, i32 1, i32 -1) #3
;   switch i32 %x, label %default [
;     i32 1, label %default
;     i32 -1, label %other
;   ]
;
; default:                                          ; preds = %0, %0
;   ret i32 %div
;
; other:                                            ; preds = %0
;   ret i32 %pointers
; }
;
; ; Function Attrs: nocallback nounwind willreturn memory(argmem: read, inaccessiblemem: readwrite)
; declare void @fz.site(i32, i32, i32, i32, ...) #2
;
; attributes #0 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
; attributes #1 = { "fz-sites" }
; attributes #2 = { nocallback nounwind willreturn memory(argmem: read, inaccessiblemem: readwrite) }
; attributes #3 = { nomerge }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:sites", !"14"}
