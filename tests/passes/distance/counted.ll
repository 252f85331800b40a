;; After `edges`: gates stand before counters, and the branches around them are not counted. A function of a COMDAT has
;; gates that outlive it.
; pipeline: edges,distance
target triple = "x86_64-pc-linux-gnu"

$inlined = comdat any

define linkonce_odr i32 @inlined(i32 %x) comdat {
  %c = icmp slt i32 %x, 7
  br i1 %c, label %yes, label %no

yes:
  ret i32 1

no:
  ret i32 0
}

define internal i32 @own(i32 %x) {
  %c = icmp slt i32 %x, 7
  br i1 %c, label %yes, label %no

yes:
  %r = call i32 @inlined(i32 %x)
  ret i32 %r

no:
  ret i32 0
}

define i32 @open(i32 %x) {
  %r = call i32 @own(i32 %x)
  ret i32 %r
}
