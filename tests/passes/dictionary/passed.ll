;; Numbers that are passed to a function that compares them, also through another function; not those that it only
;; computes with, small ones, and those that are compared with what else is passed as a constant.
; pipeline: pins,dictionary
; codegen: no
target triple = "x86_64-pc-linux-gnu"

define internal i1 @same(i32 %v, i32 %want) {
  %slot = alloca i32
  store i32 %want, ptr %slot
  %w = load i32, ptr %slot
  %c = icmp eq i32 %v, %w
  ret i1 %c
}

define internal i1 @narrow(ptr %p, i32 %want) {
  %half = load i16, ptr %p
  %v = zext i16 %half to i32
  %c = icmp ne i32 %want, %v
  ret i1 %c
}

define internal i1 @handed(i32 %want, i32 %v) {
  %c = call i1 @same(i32 %v, i32 %want)
  ret i1 %c
}

define internal i32 @mixed(i32 %v, i32 %by) {
  %x = xor i32 %v, %by
  ret i32 %x
}

define internal i1 @again(i32 %v, i32 %want) {
  %c = icmp eq i32 %v, %want
  %d = call i1 @again(i32 %v, i32 %want)
  ret i1 %c
}

define void @f(i32 %v, ptr %p) {
  call i1 @same(i32 %v, i32 1515852340)
  call i1 @narrow(ptr %p, i32 19778)
  call i1 @narrow(ptr %p, i32 1179011410)
  call i1 @handed(i32 1163280727, i32 %v)
  call i32 @mixed(i32 %v, i32 305419896)
  call i1 @again(i32 %v, i32 439041101)
  call i1 @same(i32 %v, i32 200)
  ret void
}
;; expected
