;; What the entry takes of the stack stays in the entry.
; pipeline: sites<records=off>,compares
; hide: constructor, helpers, target
target triple = "x86_64-pc-linux-gnu"
define i1 @f(i32 noundef %x) {
  %1 = icmp eq i32 %x, 7
  %2 = alloca i32
  store i32 %x, ptr %2
  ret i1 %1
}
;; expected
; $__fz_compares_on = comdat any
;
; @__fz_compares_on = linkonce_odr hidden global i8 0, comdat
;
; define i1 @f(i32 noundef %x) #0 {
;   %1 = alloca i32, align 4
;   %2 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !2
;   %3 = icmp ne i8 %2, 0
;   br i1 %3, label %6, label %4, !prof !3, !nosanitize !2
;
; 4:                                                ; preds = %6, %0
;   %5 = icmp eq i32 %x, 7
;   store i32 %x, ptr %1, align 4
;   ret i1 %5
;
; 6:                                                ; preds = %0
;   notail call void @__fz_tell.__sanitizer_cov_trace_const_cmp4(i32 zeroext 7, i32 zeroext %x) #3, !nosanitize !2
;   br label %4
; }
;
; declare extern_weak void @__sanitizer_cov_trace_const_cmp4(i32, i32)
;
; declare extern_weak void @__sanitizer_cov_trace_cmp1(i8, i8)
;
; attributes #0 = { "fz-sites" }
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
