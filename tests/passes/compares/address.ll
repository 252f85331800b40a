;; Pointers as numbers; sanitizers leave what is new alone.
; pipeline: sites<records=off;addresses=on>,compares<form=cmplog>
; hide: constructor, helpers, target
target triple = "x86_64-pc-linux-gnu"
define i1 @f(ptr noundef %p, ptr noundef %q) sanitize_address {
  %1 = icmp ult ptr %p, %q
  ret i1 %1
}
;; expected
; $__fz_compares_on = comdat any
;
; @__fz_compares_on = linkonce_odr hidden global i8 0, comdat
;
; ; Function Attrs: sanitize_address
; define i1 @f(ptr noundef %p, ptr noundef %q) #0 {
;   %1 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !2
;   %2 = icmp ne i8 %1, 0
;   br i1 %2, label %5, label %3, !prof !3, !nosanitize !2
;
; 3:                                                ; preds = %5, %0
;   %4 = icmp ult ptr %p, %q
;   ret i1 %4
;
; 5:                                                ; preds = %0
;   %6 = ptrtoint ptr %p to i64
;   %7 = ptrtoint ptr %q to i64
;   notail call void @__fz_tell.__cmplog_ins_hook8(i64 %6, i64 %7, i8 zeroext 4) #3, !nosanitize !2
;   br label %3
; }
;
; declare extern_weak void @__cmplog_ins_hook8(i64, i64, i8)
;
; attributes #0 = { sanitize_address "fz-sites" }
; attributes #1 = { disable_sanitizer_instrumentation noinline nounwind }
; attributes #2 = { disable_sanitizer_instrumentation nounwind }
; attributes #3 = { nomerge nounwind }
;
; !fz.facts = !{!0, !1}
;
; !0 = !{!"done:sites", !"1"}
; !1 = !{!"done:compares", !"1"}
; !2 = !{}
; !3 = !{!"branch_weights", i32 9, i32 1}
