;; Both operands are one: the extension is not looked at twice.
; pipeline: narrow-compares
define i1 @f(i8 noundef %x) {
  %w = zext i8 %x to i32
  %c = icmp eq i32 %w, %w
  ret i1 %c
}
;; expected
;
; define i1 @f(i8 noundef %x) {
;   %w = zext i8 %x to i32
;   %1 = icmp eq i8 %x, %x
;   ret i1 %1
; }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:narrow-compares", !"1"}
