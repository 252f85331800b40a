;; No gates: branches of instrumentation, branches to what cannot be reached, switches over wide numbers, functions that get
;; no feedback.
; pipeline: distance
target triple = "x86_64-pc-linux-gnu"

define i32 @none(i32 %x, i128 %w, i1 %t) {
  %c = icmp slt i32 %x, 7
  br i1 %c, label %then, label %never

never:
  unreachable

then:
  br i1 %t, label %next, label %next

next:
  br i1 %t, label %wide, label %out, !nosanitize !0

wide:
  switch i128 %w, label %out [
    i128 5, label %next
  ]

out:
  ret i32 1
}

define i32 @not_this(i32 %x) disable_sanitizer_instrumentation {
  %c = icmp slt i32 %x, 7
  br i1 %c, label %yes, label %no

yes:
  ret i32 1

no:
  ret i32 0
}

define i32 @memory(i32 %x) sanitize_memory {
  %c = icmp slt i32 %x, 7
  br i1 %c, label %yes, label %no

yes:
  ret i32 1

no:
  ret i32 0
}

!0 = !{}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; define i32 @none(i32 %x, i128 %w, i1 %t) {
;   %c = icmp slt i32 %x, 7
;   br i1 %c, label %then, label %never
;
; never:                                            ; preds = %0
;   unreachable
;
; then:                                             ; preds = %0
;   br i1 %t, label %next, label %next
;
; next:                                             ; preds = %wide, %then, %then
;   br i1 %t, label %wide, label %out, !nosanitize !2
;
; wide:                                             ; preds = %next
;   switch i128 %w, label %out [
;     i128 5, label %next
;   ]
;
; out:                                              ; preds = %wide, %next
;   ret i32 1
; }
;
; ; Function Attrs: disable_sanitizer_instrumentation
; define i32 @not_this(i32 %x) #0 {
;   %c = icmp slt i32 %x, 7
;   br i1 %c, label %yes, label %no
;
; yes:                                              ; preds = %0
;   ret i32 1
;
; no:                                               ; preds = %0
;   ret i32 0
; }
;
; ; Function Attrs: sanitize_memory
; define i32 @memory(i32 %x) #1 {
;   %c = icmp slt i32 %x, 7
;   br i1 %c, label %yes, label %no
;
; yes:                                              ; preds = %0
;   ret i32 1
;
; no:                                               ; preds = %0
;   ret i32 0
; }
;
; attributes #0 = { disable_sanitizer_instrumentation }
; attributes #1 = { sanitize_memory }
;
; !fz.facts = !{!0, !1}
;
; !0 = !{!"skipped:distance:sanitize-memory", !"1"}
; !1 = !{!"skipped:distance:wide", !"1"}
; !2 = !{}
