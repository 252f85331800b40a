;; Functions that `edges` leaves alone, and those whose code cannot be cut anywhere. MemorySanitizer is no obstacle: nothing
;; branches on what is compared.
; pipeline: sites<records=off>
; codegen: no
define i1 @naked() naked {
  unreachable
}

define i1 @denied(i32 %x) nosanitize_coverage {
  %1 = icmp eq i32 %x, 7
  ret i1 %1
}

define i1 @funclets(i32 %x) personality ptr @__CxxFrameHandler3 {
  %1 = icmp eq i32 %x, 7
  ret i1 %1
}

define i1 @memory(i32 %x) sanitize_memory {
  %1 = icmp eq i32 %x, 7
  ret i1 %1
}

declare i32 @__CxxFrameHandler3(...)
;; expected
;
; ; Function Attrs: naked
; define i1 @naked() #0 {
;   unreachable
; }
;
; ; Function Attrs: nosanitize_coverage
; define i1 @denied(i32 %x) #1 {
;   %1 = icmp eq i32 %x, 7
;   ret i1 %1
; }
;
; define i1 @funclets(i32 %x) #2 personality ptr @__CxxFrameHandler3 {
;   %1 = icmp eq i32 %x, 7
;   ret i1 %1
; }
;
; ; Function Attrs: sanitize_memory
; define i1 @memory(i32 %x) #3 {
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 0, i32 1, i32 1, i32 0, i32 %x, i32 7) #5
;   %1 = icmp eq i32 %x, 7
;   ret i1 %1
; }
;
; declare i32 @__CxxFrameHandler3(...)
;
; ; Function Attrs: nocallback nounwind willreturn memory(argmem: read, inaccessiblemem: readwrite)
; declare void @fz.site(i32, i32, i32, i32, ...) #4
;
; attributes #0 = { naked }
; attributes #1 = { nosanitize_coverage }
; attributes #2 = { "fz-sites" }
; attributes #3 = { sanitize_memory "fz-sites" }
; attributes #4 = { nocallback nounwind willreturn memory(argmem: read, inaccessiblemem: readwrite) }
; attributes #5 = { nomerge }
;
; !fz.facts = !{!0, !1}
;
; !0 = !{!"done:sites", !"1"}
; !1 = !{!"skipped:sites:funclets", !"1"}
