; A pin in front of the first of what runs as a whole: what asks, calls, stores or returns. Behind a call that may be
; inlined there is another one, and none between a musttail call and its return.
; pipeline: pins
target triple = "x86_64-pc-linux-gnu"

declare i32 @f(i32)

define i32 @asks(i32 %x, ptr %p) {
  %sum = add i32 %x, 1
  %c = icmp eq i32 %sum, 7
  br i1 %c, label %yes, label %no

yes:
  store i32 %x, ptr %p
  %r = call i32 @f(i32 %x)
  %more = add i32 %r, 1
  ret i32 %more

no:
  br label %end

end:
  %v = phi i32 [ 1, %no ]
  ret i32 %v
}

define i32 @tail(i32 %x) {
  %r = musttail call i32 @f(i32 %x)
  ret i32 %r
}

define void @naked() naked {
  ret void
}

define available_externally void @elsewhere() {
  ret void
}
