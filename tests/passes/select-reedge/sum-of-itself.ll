;; In code that is never reached a sum may be part of itself.
; pipeline: select-reedge
define i1 @f(i32 noundef %x) {
  ret i1 false

dead:
  %s = add i32 %s, %x
  %c = icmp eq i32 %s, 3
  br i1 %c, label %dead, label %dead2

dead2:
  ret i1 %c
}
;; expected
;
; define i1 @f(i32 noundef %x) {
;   ret i1 false
;
; dead:                                             ; preds = %dead
;   %s = add i32 %s, %x
;   %c = icmp eq i32 %s, 3
;   br i1 %c, label %dead, label %dead2
;
; dead2:                                            ; preds = %dead
;   ret i1 %c
; }
