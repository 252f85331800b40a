;; A value that was looked at once is frozen where two bounds look at it, behind its extension, so that its bits stay known.
; pipeline: select-reedge
define i32 @digit(ptr %p) {
  %l = load i8, ptr %p
  %x = zext i8 %l to i32
  %t = add nsw i32 %x, -48
  %c = icmp ult i32 %t, 10
  br i1 %c, label %y, label %n

y:
  ret i32 1

n:
  ret i32 0
}
;; expected
;
; define i32 @digit(ptr %p) {
;   %l = load i8, ptr %p, align 1
;   %1 = freeze i8 %l
;   %2 = zext i8 %1 to i32
;   %3 = icmp uge i32 %2, 48
;   br i1 %3, label %4, label %n
;
; 4:                                                ; preds = %0
;   %5 = icmp ule i32 %2, 57
;   br i1 %5, label %y, label %n
;
; y:                                                ; preds = %4
;   ret i32 1
;
; n:                                                ; preds = %0, %4
;   ret i32 0
; }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:select-reedge", !"1"}
