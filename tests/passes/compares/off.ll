;; Nothing is left but the numbers.
; pipeline: sites<records=off>,compares<form=off>
define i1 @f(i32 %x) {
  %1 = icmp eq i32 %x, 7
  ret i1 %1
}
;; expected
;
; define i1 @f(i32 %x) #0 {
;   %1 = icmp eq i32 %x, 7
;   ret i1 %1
; }
;
; attributes #0 = { "fz-sites" }
;
; !fz.facts = !{!0, !1}
;
; !0 = !{!"done:sites", !"1"}
; !1 = !{!"skipped:compares:untold", !"1"}
