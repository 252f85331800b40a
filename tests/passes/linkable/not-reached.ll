;; Inlining decides all branches before the calls of @forbidden and @missing. @found is called where it does not, and
;; @known always. What is asked of a parameter has the answer of all calls.
; pipeline: linkable
; hide: target
target triple = "x86_64-pc-linux-gnu"

@missing_variable = external global i32

declare void @forbidden() "dontcall-error"="no"
declare void @missing()
declare void @found()
declare void @known()
declare i1 @llvm.is.constant.i32(i32)

define internal i32 @width(i32 %bits) optnone noinline {
  switch i32 %bits, label %no [
    i32 8, label %byte
    i32 16, label %word
  ]
byte:
  ret i32 1
word:
  ret i32 2
no:
  call void @missing()
  store i32 3, ptr @missing_variable
  ret i32 0
}

define internal void @constant(i32 %x) {
  %is = call i1 @llvm.is.constant.i32(i32 %x)
  br i1 %is, label %end, label %no
no:
  call void @forbidden()
  br label %end
end:
  ret void
}

define internal void @mode(i32 %mode) {
  %is = icmp eq i32 %mode, 2
  br i1 %is, label %two, label %end
two:
  call void @found()
  br label %end
end:
  ret void
}

define i32 @main(i32 %count, ptr %names) {
  %a = call i32 @width(i32 8)
  %b = call i32 @width(i32 16)
  call void @constant(i32 3)
  call void @constant(i32 4)
  call void @mode(i32 1)
  call void @mode(i32 %count)
  call void @known()
  %sum = add i32 %a, %b
  ret i32 %sum
}
;; expected
; @missing_variable = extern_weak global i32
;
; declare extern_weak void @forbidden()
;
; declare extern_weak void @missing()
;
; declare void @found()
;
; declare void @known()
;
; ; Function Attrs: convergent nocallback nofree nosync nounwind willreturn memory(none)
; declare i1 @llvm.is.constant.i32(i32) #0
;
; ; Function Attrs: noinline optnone
; define internal i32 @width(i32 %bits) #1 {
;   switch i32 %bits, label %no [
;     i32 8, label %byte
;     i32 16, label %word
;   ]
;
; byte:                                             ; preds = %0
;   ret i32 1
;
; word:                                             ; preds = %0
;   ret i32 2
;
; no:                                               ; preds = %0
;   call void @missing()
;   store i32 3, ptr @missing_variable, align 4
;   ret i32 0
; }
;
; define internal void @constant(i32 %x) {
;   br i1 true, label %end, label %no
;
; no:                                               ; preds = %0
;   call void @forbidden()
;   br label %end
;
; end:                                              ; preds = %no, %0
;   ret void
; }
;
; define internal void @mode(i32 %mode) {
;   %is = icmp eq i32 %mode, 2
;   br i1 %is, label %two, label %end
;
; two:                                              ; preds = %0
;   call void @found()
;   br label %end
;
; end:                                              ; preds = %two, %0
;   ret void
; }
;
; define i32 @main(i32 %count, ptr %names) {
;   %a = call i32 @width(i32 8)
;   %b = call i32 @width(i32 16)
;   call void @constant(i32 3)
;   call void @constant(i32 4)
;   call void @mode(i32 1)
;   call void @mode(i32 %count)
;   call void @known()
;   %sum = add i32 %a, %b
;   ret i32 %sum
; }
;
; attributes #0 = { convergent nocallback nofree nosync nounwind willreturn memory(none) }
; attributes #1 = { noinline optnone }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:linkable", !"3"}
