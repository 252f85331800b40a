;; Odd widths are sites, those above 128 bits are not; of vectors those of wide elements.
; pipeline: sites<records=off>
; codegen: no
; since: 23, 0xK3FFF8000000000000000 => 1.000000e+00
; since: 23, 0xH3C00 => 1.000000e+00
define i1 @f(i5 %a, i24 %b, i128 %c, i129 %d, x86_fp80 %e, <4 x i32> %v, <16 x i8> %w, <4 x float> %u, half %h) {
  %1 = icmp ugt i5 %a, 9
  %2 = icmp sgt i24 %b, -9
  %3 = icmp eq i128 %c, -1
  %4 = icmp eq i129 %d, 1
  %5 = fcmp oeq x86_fp80 %e, 0xK3FFF8000000000000000
  %6 = icmp eq <4 x i32> %v, zeroinitializer
  %7 = icmp eq <16 x i8> %w, zeroinitializer
  %8 = fcmp olt <4 x float> %u, zeroinitializer
  %9 = fcmp une half %h, 0xH3C00
  ret i1 %9
}
;; expected
;
; define i1 @f(i5 %a, i24 %b, i128 %c, i129 %d, x86_fp80 %e, <4 x i32> %v, <16 x i8> %w, <4 x float> %u, half %h) #0 {
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 0, i32 1, i32 3, i32 0, i5 %a, i5 9) #2
;   %1 = icmp ugt i5 %a, 9
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 1, i32 1, i32 3, i32 1, i24 %b, i24 -9) #2
;   %2 = icmp sgt i24 %b, -9
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 2, i32 1, i32 1, i32 0, i128 %c, i128 -1) #2
;   %3 = icmp eq i128 %c, -1
;   %4 = icmp eq i129 %d, 1
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 4, i32 2, i32 1, i32 0, x86_fp80 %e, x86_fp80 0xK3FFF8000000000000000) #2
;   %5 = fcmp oeq x86_fp80 %e, 0xK3FFF8000000000000000
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 5, i32 1, i32 1, i32 0, <4 x i32> %v, <4 x i32> zeroinitializer) #2
;   %6 = icmp eq <4 x i32> %v, zeroinitializer
;   %7 = icmp eq <16 x i8> %w, zeroinitializer
;   %8 = fcmp olt <4 x float> %u, zeroinitializer
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 8, i32 2, i32 2, i32 0, half %h, half 0xH3C00) #2
;   %9 = fcmp une half %h, 0xH3C00
;   ret i1 %9
; }
;
; ; Function Attrs: nocallback nounwind willreturn memory(argmem: read, inaccessiblemem: readwrite)
; declare void @fz.site(i32, i32, i32, i32, ...) #1
;
; attributes #0 = { "fz-sites" }
; attributes #1 = { nocallback nounwind willreturn memory(argmem: read, inaccessiblemem: readwrite) }
; attributes #2 = { nomerge }
;
; !fz.facts = !{!0, !1, !2}
;
; !0 = !{!"done:sites", !"6"}
; !1 = !{!"skipped:sites:vector", !"2"}
; !2 = !{!"skipped:sites:wide", !"1"}
