;; A compare of numbers or pointers has its question: predicate, width, sign. Both outcomes have a gate, also on an edge that
;; has to be split.
; pipeline: distance
target triple = "x86_64-pc-linux-gnu"

define void @signed(i32 %x, ptr %p) {
  %c = icmp slt i32 %x, 7
  br i1 %c, label %then, label %out

then:
  store i32 1, ptr %p
  br label %out

out:
  ret void
}

define i32 @wide(i128 %x, i100 %y) {
  %c = icmp ugt i128 %x, 3
  br i1 %c, label %more, label %no

more:
  %d = icmp eq i100 %y, -1
  br i1 %d, label %yes, label %no

yes:
  ret i32 1

no:
  ret i32 0
}

define i32 @floats(double %x, float %y, half %h, bfloat %b, x86_fp80 %l) {
  %c = fcmp olt double %x, 1.0
  br i1 %c, label %a, label %no

a:
  %d = fcmp une float %y, 2.0
  br i1 %d, label %b2, label %no

b2:
  %e = fcmp uno half %h, %h
  br i1 %e, label %c2, label %no

c2:
  %f = fcmp ugt bfloat %b, 0.0
  br i1 %f, label %d2, label %no

d2:
  %g = fcmp oeq x86_fp80 %l, 0xK00000000000000000000
  br i1 %g, label %yes, label %no

yes:
  ret i32 1

no:
  ret i32 0
}

define i32 @address(ptr %p, ptr %q) {
  %c = icmp ult ptr %p, %q
  br i1 %c, label %yes, label %no

yes:
  ret i32 1

no:
  ret i32 0
}
