;; Where nothing is compared, no gate and no constructor.
; pipeline: sites,compares
define i32 @f(i32 %x) {
  ret i32 %x
}
;; expected
;
; define i32 @f(i32 %x) #0 {
;   ret i32 %x
; }
;
; attributes #0 = { "fz-sites" }
