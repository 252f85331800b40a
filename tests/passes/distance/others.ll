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
