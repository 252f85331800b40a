;; A maximum of constants is LLVM's to fold.
; pipeline: select-reedge
define double @f() {
  %m = call double @llvm.maxnum.f64(double 1.0, double 2.0)
  ret double %m
}

declare double @llvm.maxnum.f64(double, double)
;; expected
;
; define double @f() {
;   %m = call double @llvm.maxnum.f64(double 1.000000e+00, double 2.000000e+00)
;   ret double %m
; }
;
; ; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
; declare double @llvm.maxnum.f64(double, double) #0
;
; attributes #0 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
