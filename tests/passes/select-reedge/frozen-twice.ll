;; A frozen condition is looked through only where it is asked once: else each question could be answered in another way.
; pipeline: select-reedge
declare void @side()

define i32 @two_questions(i1 %c) {
  %f = freeze i1 %c
  %n = xor i1 %f, true
  br i1 %n, label %a, label %b

a:
  call void @side()
  br i1 %n, label %ok, label %bad

b:
  ret i32 0

ok:
  ret i32 1

bad:
  ret i32 -1
}

define void @each_round(i1 %c, i1 %d) {
  %both = and i1 %c, %d
  %f = freeze i1 %both
  br label %loop

loop:
  call void @side()
  br i1 %f, label %loop, label %end

end:
  ret void
}

define i32 @once(i1 %c, i1 %d) {
  %both = and i1 %c, %d
  %f = freeze i1 %both
  br i1 %f, label %yes, label %no

yes:
  ret i32 1

no:
  ret i32 0
}
;; expected
;
; declare void @side()
;
; define i32 @two_questions(i1 %c) {
;   %f = freeze i1 %c
;   br i1 %f, label %b, label %a
;
; a:                                                ; preds = %0
;   call void @side()
;   br i1 %f, label %bad, label %ok
;
; b:                                                ; preds = %0
;   ret i32 0
;
; ok:                                               ; preds = %a
;   ret i32 1
;
; bad:                                              ; preds = %a
;   ret i32 -1
; }
;
; define void @each_round(i1 %c, i1 %d) {
;   %both = and i1 %c, %d
;   %f = freeze i1 %both
;   br label %loop
;
; loop:                                             ; preds = %loop, %0
;   call void @side()
;   br i1 %f, label %loop, label %end
;
; end:                                              ; preds = %loop
;   ret void
; }
;
; define i32 @once(i1 %c, i1 %d) {
;   %1 = freeze i1 %c
;   br i1 %1, label %2, label %no
;
; 2:                                                ; preds = %0
;   %3 = freeze i1 %d
;   br i1 %3, label %yes, label %no
;
; yes:                                              ; preds = %2
;   ret i32 1
;
; no:                                               ; preds = %0, %2
;   ret i32 0
; }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:select-reedge", !"3"}
