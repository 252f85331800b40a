;; A landing pad for each call; what they have in common stays behind them.
; pipeline: split-landing-pads
target triple = "x86_64-pc-linux-gnu"

declare i32 @__gxx_personality_v0(...)
declare void @f()

define void @two(i32 %x) personality ptr @__gxx_personality_v0 {
entry:
  invoke void @f() to label %next unwind label %pad

next:
  invoke void @f() to label %end unwind label %pad

end:
  invoke void @f() to label %done unwind label %own

done:
  ret void

pad:
  %p = phi i32 [ 0, %entry ], [ %x, %next ]
  %e = landingpad { ptr, i32 }
          catch ptr null
  %a = extractvalue { ptr, i32 } %e, 0
  store volatile i32 %p, ptr %a
  ret void

own:
  %o = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %o
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; declare i32 @__gxx_personality_v0(...)
;
; declare void @f()
;
; define void @two(i32 %x) personality ptr @__gxx_personality_v0 {
; entry:
;   invoke void @f()
;           to label %next unwind label %0
;
; next:                                             ; preds = %entry
;   invoke void @f()
;           to label %end unwind label %2
;
; end:                                              ; preds = %next
;   invoke void @f()
;           to label %done unwind label %own
;
; done:                                             ; preds = %end
;   ret void
;
; 0:                                                ; preds = %entry
;   %1 = landingpad { ptr, i32 }
;           catch ptr null
;   br label %pad
;
; 2:                                                ; preds = %next
;   %3 = landingpad { ptr, i32 }
;           catch ptr null
;   br label %pad
;
; pad:                                              ; preds = %2, %0
;   %4 = phi i32 [ 0, %0 ], [ %x, %2 ]
;   %5 = phi { ptr, i32 } [ %1, %0 ], [ %3, %2 ]
;   %a = extractvalue { ptr, i32 } %5, 0
;   store volatile i32 %4, ptr %a, align 4
;   ret void
;
; own:                                              ; preds = %end
;   %o = landingpad { ptr, i32 }
;           cleanup
;   resume { ptr, i32 } %o
; }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:split-landing-pads", !"1"}
