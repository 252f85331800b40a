; Without pins the words are noted all the same, of no block, and the code is as it was.
; pipeline: dictionary
target triple = "x86_64-pc-linux-gnu"

define i1 @asks(i32 %x) {
  %c = icmp eq i32 %x, 1179011410
  ret i1 %c
}
