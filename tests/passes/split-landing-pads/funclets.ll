;; Handlers that are funclets are left alone.
; pipeline: split-landing-pads,select-reedge,byte-split
; codegen: no
target triple = "x86_64-pc-windows-msvc"

declare i32 @__CxxFrameHandler3(...)
declare void @f()

define void @two() personality ptr @__CxxFrameHandler3 {
  invoke void @f() to label %next unwind label %pad

next:
  invoke void @f() to label %end unwind label %pad

end:
  ret void

pad:
  %c = cleanuppad within none []
  cleanupret from %c unwind to caller
}
;; expected
; target datalayout = "e-m:w-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-windows-msvc"
;
; declare i32 @__CxxFrameHandler3(...)
;
; declare void @f()
;
; define void @two() personality ptr @__CxxFrameHandler3 {
;   invoke void @f()
;           to label %next unwind label %pad
;
; next:                                             ; preds = %0
;   invoke void @f()
;           to label %end unwind label %pad
;
; end:                                              ; preds = %next
;   ret void
;
; pad:                                              ; preds = %next, %0
;   %c = cleanuppad within none []
;   cleanupret from %c unwind to caller
; }
;
; !fz.facts = !{!0, !1, !2}
;
; !0 = !{!"skipped:split-landing-pads:funclets", !"1"}
; !1 = !{!"skipped:select-reedge:funclets", !"1"}
; !2 = !{!"skipped:byte-split:funclets", !"1"}
