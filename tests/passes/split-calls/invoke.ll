;; None of the functions throws, so that an invoke is a call.
; pipeline: split-calls
@a = private constant [2 x i8] c"a\00"
declare i32 @strcmp(ptr, ptr)
declare void @throws()
declare i32 @__gxx_personality_v0(...)

define i1 @f(ptr %s) personality ptr @__gxx_personality_v0 {
entry:
  %r = invoke i32 @strcmp(ptr %s, ptr @a) to label %next unwind label %pad
next:
  %c = icmp eq i32 %r, 0
  br i1 %c, label %yes, label %no
yes:
  invoke void @throws() to label %no unwind label %pad
no:
  %v = phi i1 [ false, %next ], [ true, %yes ]
  ret i1 %v
pad:
  %p = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %p
}
;; expected
;
; @a = private constant [2 x i8] c"a\00"
;
; declare i32 @strcmp(ptr, ptr)
;
; declare void @throws()
;
; declare i32 @__gxx_personality_v0(...)
;
; define i1 @f(ptr %s) personality ptr @__gxx_personality_v0 {
; entry:
;   %0 = load i8, ptr %s, align 1
;   %1 = freeze i8 %0
;   %2 = icmp eq i8 %1, 97
;   br i1 %2, label %3, label %8
;
; 3:                                                ; preds = %entry
;   %4 = getelementptr i8, ptr %s, i64 1
;   %5 = load i8, ptr %4, align 1
;   %6 = freeze i8 %5
;   %7 = icmp eq i8 %6, 0
;   br i1 %7, label %yes, label %8, !fz.step !1
;
; yes:                                              ; preds = %3
;   invoke void @throws()
;           to label %no unwind label %pad
;
; 8:                                                ; preds = %3, %entry
;   br label %no
;
; no:                                               ; preds = %8, %yes
;   %v = phi i1 [ false, %8 ], [ true, %yes ]
;   ret i1 %v
;
; pad:                                              ; preds = %yes
;   %p = landingpad { ptr, i32 }
;           cleanup
;   resume { ptr, i32 } %p
; }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:split-calls", !"1"}
; !1 = !{}
