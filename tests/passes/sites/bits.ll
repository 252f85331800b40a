;; What an edge says as well: a sign, the one bit that is not known.
; pipeline: sites<records=off;bits=off>
; codegen: no
define void @f(i32 %x, i32 %y, i1 %b) {
  %negative = icmp slt i32 %x, 0
  %positive = icmp sgt i32 %x, -1
  %more = icmp sgt i32 %x, 0
  %masked = and i32 %x, 64
  %bit = icmp eq i32 %masked, 0
  %two = and i32 %x, 65
  %bits = icmp eq i32 %two, 0
  %wide = zext i1 %b to i32
  %bool = icmp ne i32 %wide, 1
  %less = icmp slt i32 %x, %y
  ret void
}
;; expected
;
; define void @f(i32 %x, i32 %y, i1 %b) #0 {
;   %negative = icmp slt i32 %x, 0
;   %positive = icmp sgt i32 %x, -1
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 2, i32 1, i32 3, i32 1, i32 %x, i32 0) #2
;   %more = icmp sgt i32 %x, 0
;   %masked = and i32 %x, 64
;   %bit = icmp eq i32 %masked, 0
;   %two = and i32 %x, 65
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 4, i32 1, i32 1, i32 0, i32 %two, i32 0) #2
;   %bits = icmp eq i32 %two, 0
;   %wide = zext i1 %b to i32
;   %bool = icmp ne i32 %wide, 1
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 6, i32 1, i32 5, i32 1, i32 %x, i32 %y) #2
;   %less = icmp slt i32 %x, %y
;   ret void
; }
;
; ; Function Attrs: nocallback nounwind willreturn memory(argmem: read, inaccessiblemem: readwrite)
; declare void @fz.site(i32, i32, i32, i32, ...) #1
;
; attributes #0 = { "fz-sites" }
; attributes #1 = { nocallback nounwind willreturn memory(argmem: read, inaccessiblemem: readwrite) }
; attributes #2 = { nomerge }
;
; !fz.facts = !{!0, !1}
;
; !0 = !{!"done:sites", !"3"}
; !1 = !{!"skipped:sites:bits", !"4"}
