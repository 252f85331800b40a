;; Loops can be left out.
; pipeline: sites<records=off;loops=off>
; codegen: no
define void @f(ptr %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %c = load i8, ptr %p
  %leave = icmp eq i8 %c, 10
  br i1 %leave, label %end, label %latch
latch:
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
;; expected
;
; define void @f(ptr %p, i32 %n) #0 {
; entry:
;   br label %loop
;
; loop:                                             ; preds = %latch, %entry
;   %i = phi i32 [ 0, %entry ], [ %next, %latch ]
;   %c = load i8, ptr %p, align 1
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 0, i32 1, i32 1, i32 0, i8 %c, i8 10) #2
;   %leave = icmp eq i8 %c, 10
;   br i1 %leave, label %end, label %latch
;
; latch:                                            ; preds = %loop
;   %next = add i32 %i, 1
;   %more = icmp ult i32 %next, %n
;   br i1 %more, label %loop, label %end
;
; end:                                              ; preds = %latch, %loop
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
; !0 = !{!"done:sites", !"1"}
; !1 = !{!"skipped:sites:loops", !"1"}
