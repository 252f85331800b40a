;; What would need constants of more than 128 bits stays.
; pipeline: select-reedge
define i256 @saturate(i256 %a, i256 %b) {
  %r = call i256 @llvm.uadd.sat.i256(i256 %a, i256 %b)
  %s = call i256 @llvm.sshl.sat.i256(i256 %r, i256 %b)
  %t = call i256 @llvm.ucmp.i256.i256(i256 %s, i256 %b)
  ret i256 %t
}

declare i256 @llvm.uadd.sat.i256(i256, i256)
declare i256 @llvm.sshl.sat.i256(i256, i256)
declare i256 @llvm.ucmp.i256.i256(i256, i256)
;; expected
;
; define i256 @saturate(i256 %a, i256 %b) {
;   %r = call i256 @llvm.uadd.sat.i256(i256 %a, i256 %b)
;   %s = call i256 @llvm.sshl.sat.i256(i256 %r, i256 %b)
;   %t = call i256 @llvm.ucmp.i256.i256(i256 %s, i256 %b)
;   ret i256 %t
; }
;
; ; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
; declare i256 @llvm.uadd.sat.i256(i256, i256) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
; declare i256 @llvm.sshl.sat.i256(i256, i256) #1
;
; ; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
; declare range(i256 -1, 2) i256 @llvm.ucmp.i256.i256(i256, i256) #0
;
; attributes #0 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
; attributes #1 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
;
; !fz.facts = !{!0}
;
; !0 = !{!"skipped:select-reedge:wider-than-128-bits", !"3"}
