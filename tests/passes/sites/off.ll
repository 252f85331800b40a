;; What is turned off is counted by its option.
; pipeline: sites<integers=off;floats=off;choices=off;switches=off;divisors=off;calls=off>
declare i32 @llvm.umin.i32(i32, i32)
declare i32 @strcmp(ptr, ptr)

define i32 @f(i32 %x, float %d, ptr %p, ptr %q) {
  %int = icmp slt i32 %x, 7
  %float = fcmp olt float %d, 1.5
  %address = icmp ult ptr %p, %q
  %min = call i32 @llvm.umin.i32(i32 %x, i32 100)
  %call = call i32 @strcmp(ptr %p, ptr %q)
  %div = sdiv i32 %x, %min
  switch i32 %x, label %default [
    i32 1, label %other
  ]
default:
  ret i32 %div
other:
  ret i32 %call
}
;; expected
;
; ; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
; declare i32 @llvm.umin.i32(i32, i32) #0
;
; declare i32 @strcmp(ptr, ptr)
;
; define i32 @f(i32 %x, float %d, ptr %p, ptr %q) #1 {
;   %int = icmp slt i32 %x, 7
;   %float = fcmp olt float %d, 1.500000e+00
;   %address = icmp ult ptr %p, %q
;   %min = call i32 @llvm.umin.i32(i32 %x, i32 100)
;   %call = call i32 @strcmp(ptr %p, ptr %q)
;   %div = sdiv i32 %x, %min
;   switch i32 %x, label %default [
;     i32 1, label %other
;   ]
;
; default:                                          ; preds = %0
;   ret i32 %div
;
; other:                                            ; preds = %0
;   ret i32 %call
; }
;
; attributes #0 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
; attributes #1 = { "fz-sites" }
;
; !fz.facts = !{!0, !1, !2, !3, !4, !5, !6}
;
; !0 = !{!"skipped:sites:addresses", !"1"}
; !1 = !{!"skipped:sites:calls", !"1"}
; !2 = !{!"skipped:sites:choices", !"1"}
; !3 = !{!"skipped:sites:divisors", !"1"}
; !4 = !{!"skipped:sites:floats", !"1"}
; !5 = !{!"skipped:sites:integers", !"1"}
; !6 = !{!"skipped:sites:switches", !"1"}
