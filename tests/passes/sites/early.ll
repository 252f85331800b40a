;; Calls that only pass two pointers are sites even where the function is inlined: planted early, numbered in their order
;; among the others. A function that compares by itself is left to the usual run, and so is what came behind the early one.
; pipeline: sites<stage=early>,cgscc(inline),sites<records=off;pointers=on>
; codegen: no
declare i32 @look(ptr, ptr)
declare i32 @strcmp(ptr, ptr)

define internal i32 @same(ptr %a, ptr %b) alwaysinline {
  %x = load i8, ptr %a
  %y = load i8, ptr %b
  call i32 @look(ptr %a, ptr %b)
  %equal = icmp eq i8 %x, %y
  %answer = zext i1 %equal to i32
  ret i32 %answer
}

define i32 @f(ptr %p, ptr %q) {
  %one = call i32 @same(ptr %p, ptr %q)
  %two = call i32 @look(ptr %q, ptr %p)
  %three = call i32 @strcmp(ptr %p, ptr %q)
  %sum = add i32 %one, %two
  %all = add i32 %sum, %three
  ret i32 %all
}

; Not counted: what was inlined into it is no site.
define i32 @left(ptr %p, ptr %q) nosanitize_coverage {
  %one = call i32 @same(ptr %p, ptr %q)
  ret i32 %one
}
;; expected
;
; declare i32 @look(ptr, ptr)
;
; declare i32 @strcmp(ptr, ptr)
;
; define i32 @f(ptr %p, ptr %q) #0 {
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 0, i32 9, i32 11, i32 0, ptr %p, ptr %q) #3
;   %x.i = load i8, ptr %p, align 1
;   %y.i = load i8, ptr %q, align 1
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 1, i32 9, i32 11, i32 0, ptr %p, ptr %q) #3
;   %1 = call i32 @look(ptr %p, ptr %q)
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 2, i32 1, i32 1, i32 0, i8 %x.i, i8 %y.i) #3
;   %equal.i = icmp eq i8 %x.i, %y.i
;   %answer.i = zext i1 %equal.i to i32
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 3, i32 9, i32 11, i32 0, ptr %q, ptr %p) #3
;   %two = call i32 @look(ptr %q, ptr %p)
;   %three = call i32 @strcmp(ptr %p, ptr %q)
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 4, i32 8, i32 2, i32 0, ptr %p, ptr %q, i32 %three) #3
;   %sum = add i32 %answer.i, %two
;   %all = add i32 %sum, %three
;   ret i32 %all
; }
;
; ; Function Attrs: nosanitize_coverage
; define i32 @left(ptr %p, ptr %q) #1 {
;   %x.i = load i8, ptr %p, align 1
;   %y.i = load i8, ptr %q, align 1
;   %1 = call i32 @look(ptr %p, ptr %q)
;   %equal.i = icmp eq i8 %x.i, %y.i
;   %answer.i = zext i1 %equal.i to i32
;   ret i32 %answer.i
; }
;
; ; Function Attrs: nocallback nounwind willreturn memory(argmem: read, inaccessiblemem: readwrite)
; declare void @fz.site(i32, i32, i32, i32, ...) #2
;
; attributes #0 = { "fz-sites" }
; attributes #1 = { nosanitize_coverage }
; attributes #2 = { nocallback nounwind willreturn memory(argmem: read, inaccessiblemem: readwrite) }
; attributes #3 = { nomerge }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:sites", !"5"}
