;; A function with funclets is skipped: calls inside of them would need an operand bundle.
; pipeline: edges<pcs=off;records=off>
; codegen: no
; hide: target
target triple = "x86_64-pc-linux-gnu"
declare i32 @__CxxFrameHandler3(...)
declare void @may_throw()
define void @f() personality ptr @__CxxFrameHandler3 {
entry:
  invoke void @may_throw() to label %out unwind label %dispatch
dispatch:
  %s = catchswitch within none [label %h1, label %h2] unwind to caller
h1:
  %p1 = catchpad within %s [ptr null, i32 64, ptr null]
  catchret from %p1 to label %out
h2:
  %p2 = catchpad within %s [ptr null, i32 64, ptr null]
  catchret from %p2 to label %out
out:
  ret void
}
;; expected
; declare i32 @__CxxFrameHandler3(...)
;
; declare void @may_throw()
;
; define void @f() personality ptr @__CxxFrameHandler3 {
; entry:
;   invoke void @may_throw()
;           to label %out unwind label %dispatch
;
; dispatch:                                         ; preds = %entry
;   %s = catchswitch within none [label %h1, label %h2] unwind to caller
;
; h1:                                               ; preds = %dispatch
;   %p1 = catchpad within %s [ptr null, i32 64, ptr null]
;   catchret from %p1 to label %out
;
; h2:                                               ; preds = %dispatch
;   %p2 = catchpad within %s [ptr null, i32 64, ptr null]
;   catchret from %p2 to label %out
;
; out:                                              ; preds = %h2, %h1, %entry
;   ret void
; }
;
; !fz.facts = !{!0}
;
; !0 = !{!"skipped:edges:funclets", !"1"}
