;; MemorySanitizer reports branches on uninitialised bits: there must be neither more nor fewer.
; pipeline: byte-split,select-reedge
target triple = "x86_64-pc-linux-gnu"

define i1 @f(i16 noundef %x) sanitize_memory {
  %a = icmp eq i16 %x, 4660
  ret i1 %a
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; ; Function Attrs: sanitize_memory
; define i1 @f(i16 noundef %x) #0 {
;   %a = icmp eq i16 %x, 4660
;   ret i1 %a
; }
;
; attributes #0 = { sanitize_memory }
;
; !fz.facts = !{!0, !1}
;
; !0 = !{!"skipped:byte-split:sanitize-memory", !"1"}
; !1 = !{!"skipped:select-reedge:sanitize-memory", !"1"}
