;; Conditions that are still in one branch are taken apart; the second part of a logical one may be poison, which is only
;; passed on. What is no compare is as far as 1.
; pipeline: distance<keep=minimum>
target triple = "x86_64-pc-linux-gnu"

define i32 @both(i32 %x, i32 %y) {
  %a = icmp sgt i32 %x, 3
  %b = icmp ne i32 %y, 5
  %c = select i1 %a, i1 %b, i1 false
  br i1 %c, label %yes, label %no

yes:
  ret i32 1

no:
  ret i32 0
}

define i32 @neither(i32 %x, i1 %t) {
  %a = icmp eq i32 %x, 3
  %b = or i1 %a, %t
  %c = xor i1 %b, true
  %d = freeze i1 %c
  br i1 %d, label %yes, label %no

yes:
  ret i32 1

no:
  ret i32 0
}
