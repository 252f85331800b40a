;; Where MemorySanitizer watches, nothing is frozen: the program's own compare would come to look at the frozen value.
; pipeline: sites<records=off>,compares<form=cmplog>
; hide: constructor, helpers, target
target triple = "x86_64-pc-linux-gnu"
define i1 @watched(ptr %p) sanitize_memory {
  %1 = load i32, ptr %p
  %2 = icmp eq i32 %1, 1234
  ret i1 %2
}
define i1 @plain(ptr %p) {
  %1 = load i32, ptr %p
  %2 = icmp eq i32 %1, 1234
  ret i1 %2
}
;; expected
; $__fz_compares_on = comdat any
;
; @__fz_compares_on = linkonce_odr hidden global i8 0, comdat
;
; ; Function Attrs: sanitize_memory
; define i1 @watched(ptr %p) #0 {
;   %1 = load i32, ptr %p, align 4
;   %2 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !2
;   %3 = icmp ne i8 %2, 0
;   br i1 %3, label %6, label %4, !prof !3, !nosanitize !2
;
; 4:                                                ; preds = %6, %0
;   %5 = icmp eq i32 %1, 1234
;   ret i1 %5
;
; 6:                                                ; preds = %0
;   notail call void @__fz_tell.__cmplog_ins_hook4(i32 zeroext %1, i32 zeroext 1234, i8 zeroext 1) #4, !nosanitize !2
;   br label %4
; }
;
; define i1 @plain(ptr %p) #1 {
;   %1 = load i32, ptr %p, align 4
;   %2 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !2
;   %3 = icmp ne i8 %2, 0
;   br i1 %3, label %6, label %4, !prof !3, !nosanitize !2
;
; 4:                                                ; preds = %6, %0
;   %5 = icmp eq i32 %1, 1234
;   ret i1 %5
;
; 6:                                                ; preds = %0
;   notail call void @__fz_tell.__cmplog_ins_hook4(i32 zeroext %1, i32 zeroext 1234, i8 zeroext 1) #4, !nosanitize !2
;   br label %4
; }
;
; declare extern_weak void @__cmplog_ins_hook4(i32, i32, i8)
;
; attributes #0 = { sanitize_memory "fz-sites" }
; attributes #1 = { "fz-sites" }
; attributes #2 = { disable_sanitizer_instrumentation noinline nounwind }
; attributes #3 = { disable_sanitizer_instrumentation nounwind }
; attributes #4 = { nomerge nounwind }
;
; !fz.facts = !{!0, !1}
;
; !0 = !{!"done:sites", !"2"}
; !1 = !{!"done:compares", !"2"}
; !2 = !{}
; !3 = !{!"branch_weights", i32 9, i32 1}
