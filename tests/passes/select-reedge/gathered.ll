;; Bits that conditions have set are asked for one after the other.
; pipeline: select-reedge<kinds=logic+sum>
target triple = "x86_64-pc-linux-gnu"

define i32 @f(i1 noundef %a, i1 noundef %b) {
entry:
  br i1 %a, label %one, label %next

one:
  br label %next

next:
  %x = phi i8 [ 1, %one ], [ 0, %entry ]
  br i1 %b, label %two, label %last

two:
  %o = or i8 %x, 4
  br label %last

last:
  %y = phi i8 [ %o, %two ], [ %x, %next ]
  %e = icmp ne i8 %y, 5
  br i1 %e, label %no, label %yes

yes:
  ret i32 1

no:
  ret i32 0
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; define i32 @f(i1 noundef %a, i1 noundef %b) {
; entry:
;   br i1 %a, label %one, label %next
;
; one:                                              ; preds = %entry
;   br label %next
;
; next:                                             ; preds = %one, %entry
;   %x = phi i8 [ 1, %one ], [ 0, %entry ]
;   br i1 %b, label %two, label %last
;
; two:                                              ; preds = %next
;   %o = or i8 %x, 4
;   br label %last
;
; last:                                             ; preds = %two, %next
;   %y = phi i8 [ %o, %two ], [ %x, %next ]
;   %0 = and i8 %y, 1
;   %1 = icmp ne i8 %0, 0
;   br i1 %1, label %2, label %no
;
; 2:                                                ; preds = %last
;   %3 = and i8 %y, 4
;   %4 = icmp ne i8 %3, 0
;   br i1 %4, label %yes, label %no
;
; yes:                                              ; preds = %2
;   ret i32 1
;
; no:                                               ; preds = %last, %2
;   ret i32 0
; }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:select-reedge", !"1"}
