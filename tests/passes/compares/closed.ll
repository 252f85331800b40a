;; Where mostly nobody listens, what tells stands behind all else.
; pipeline: sites<records=off>,compares<gate=closed>
; hide: constructor, helpers, target
target triple = "x86_64-pc-linux-gnu"
define i1 @f(i32 noundef %x) {
  %1 = icmp eq i32 %x, 7
  ret i1 %1
}
;; expected
; $__fz_compares_on = comdat any
;
; @__fz_compares_on = linkonce_odr hidden global i8 0, comdat
;
; define i1 @f(i32 noundef %x) #0 {
;   %1 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !2
;   %2 = icmp ne i8 %1, 0
;   br i1 %2, label %5, label %3, !prof !3, !nosanitize !2
;
; 3:                                                ; preds = %5, %0
;   %4 = icmp eq i32 %x, 7
;   ret i1 %4
;
; 5:                                                ; preds = %0
;   notail call void @__fz_tell.__sanitizer_cov_trace_const_cmp4(i32 zeroext 7, i32 zeroext %x) #3, !nosanitize !2
;   br label %3
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
; !3 = !{!"branch_weights", i32 1, i32 1048575}
