;; Each case is a compare; what AFL++ has no callback for stays untold.
; pipeline: sites<records=off;indices=on>,compares<form=cmplog>
; hide: constructor, helpers, target
target triple = "x86_64-pc-linux-gnu"
declare i32 @llvm.smax.i32(i32, i32)

define i32 @f(i32 noundef %x, i16 noundef %y, i64 noundef %z, i128 noundef %w, ptr noundef %p) {
  %1 = sdiv i16 %y, %y
  %2 = urem i64 %z, %z
  %3 = udiv i128 %w, %w
  %4 = getelementptr i32, ptr %p, i32 %x
  %5 = call i32 @llvm.smax.i32(i32 %x, i32 5)
  switch i32 %x, label %default [
    i32 300, label %other
    i32 -1, label %other
    i32 7, label %default
  ]
default:
  ret i32 0
other:
  ret i32 1
}
;; expected
; $__fz_compares_on = comdat any
;
; @__fz_compares_on = linkonce_odr hidden global i8 0, comdat
;
; ; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
; declare i32 @llvm.smax.i32(i32, i32) #0
;
; define i32 @f(i32 noundef %x, i16 noundef %y, i64 noundef %z, i128 noundef %w, ptr noundef %p) #1 {
;   %1 = sdiv i16 %y, %y
;   %2 = urem i64 %z, %z
;   %3 = udiv i128 %w, %w
;   %4 = getelementptr i32, ptr %p, i32 %x
;   %5 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !3
;   %6 = icmp ne i8 %5, 0
;   br i1 %6, label %13, label %7, !prof !4, !nosanitize !3
;
; 7:                                                ; preds = %13, %0
;   %8 = call i32 @llvm.smax.i32(i32 %x, i32 5)
;   %9 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !3
;   %10 = icmp ne i8 %9, 0
;   br i1 %10, label %12, label %11, !prof !4, !nosanitize !3
;
; 11:                                               ; preds = %12, %7
;   switch i32 %x, label %default [
;     i32 300, label %other
;     i32 -1, label %other
;     i32 7, label %default
;   ]
;
; default:                                          ; preds = %11, %11
;   ret i32 0
;
; other:                                            ; preds = %11, %11
;   ret i32 1
;
; 12:                                               ; preds = %7
;   notail call void @__fz_tell.__cmplog_ins_hook4(i32 zeroext %x, i32 zeroext 300, i8 zeroext 1) #4, !nosanitize !3
;   notail call void @__fz_tell.__cmplog_ins_hook4(i32 zeroext %x, i32 zeroext -1, i8 zeroext 1) #4, !nosanitize !3
;   notail call void @__fz_tell.__cmplog_ins_hook4(i32 zeroext %x, i32 zeroext 7, i8 zeroext 1) #4, !nosanitize !3
;   br label %11
;
; 13:                                               ; preds = %0
;   notail call void @__fz_tell.__cmplog_ins_hook4(i32 zeroext %x, i32 zeroext 5, i8 zeroext 2) #4, !nosanitize !3
;   br label %7
; }
;
; declare extern_weak void @__cmplog_ins_hook4(i32, i32, i8)
;
; attributes #0 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
; attributes #1 = { "fz-sites" }
; attributes #2 = { disable_sanitizer_instrumentation noinline nounwind }
; attributes #3 = { disable_sanitizer_instrumentation nounwind }
; attributes #4 = { nomerge nounwind }
;
; !fz.facts = !{!0, !1, !2}
;
; !0 = !{!"done:sites", !"6"}
; !1 = !{!"done:compares", !"2"}
; !2 = !{!"skipped:compares:untold", !"4"}
; !3 = !{}
; !4 = !{!"branch_weights", i32 9, i32 1}
