;; A function has its numbers once; what was said of its memory no longer holds.
; pipeline: sites<records=off>,sites<records=off>
; codegen: no
define i1 @f(i32 %x) memory(none) {
  %1 = icmp eq i32 %x, 7
  ret i1 %1
}
;; expected
;
; define i1 @f(i32 %x) #0 {
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 0, i32 1, i32 1, i32 0, i32 %x, i32 7) #2
;   %1 = icmp eq i32 %x, 7
;   ret i1 %1
; }
;
; ; Function Attrs: nocallback nounwind willreturn memory(argmem: read, inaccessiblemem: readwrite)
; declare void @fz.site(i32, i32, i32, i32, ...) #1
;
; attributes #0 = { "fz-sites" }
; attributes #1 = { nocallback nounwind willreturn memory(argmem: read, inaccessiblemem: readwrite) }
; attributes #2 = { nomerge }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:sites", !"1"}
