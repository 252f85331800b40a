;; Each case of a switch has a gate, also where several lead to the same block, and the default unless it cannot be reached.
; pipeline: distance
target triple = "x86_64-pc-linux-gnu"

define i32 @cases(i16 %x) {
  switch i16 %x, label %none [
    i16 1, label %some
    i16 2, label %some
    i16 -3, label %other
  ]

none:
  ret i32 0

some:
  ret i32 1

other:
  ret i32 2
}

define i32 @all(i8 %x) {
  switch i8 %x, label %never [
    i8 1, label %some
    i8 2, label %other
  ]

never:
  unreachable

some:
  ret i32 1

other:
  ret i32 2
}
