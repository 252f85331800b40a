;; Each element is told of.
; pipeline: sites<records=off>,compares
; hide: constructor, helpers, target
target triple = "x86_64-pc-linux-gnu"
define <2 x i1> @f(<2 x i32> noundef %v) {
  %1 = icmp eq <2 x i32> %v, <i32 1, i32 2>
  ret <2 x i1> %1
}
;; expected
; $__fz_compares_on = comdat any
;
; @__fz_compares_on = linkonce_odr hidden global i8 0, comdat
;
; define <2 x i1> @f(<2 x i32> noundef %v) #0 {
;   %1 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !2
;   %2 = icmp ne i8 %1, 0
;   br i1 %2, label %5, label %3, !prof !3, !nosanitize !2
;
; 3:                                                ; preds = %5, %0
;   %4 = icmp eq <2 x i32> %v, <i32 1, i32 2>
;   ret <2 x i1> %4
;
; 5:                                                ; preds = %0
;   %6 = extractelement <2 x i32> %v, i32 0
;   notail call void @__fz_tell.__sanitizer_cov_trace_const_cmp4(i32 zeroext 1, i32 zeroext %6) #3, !nosanitize !2
;   %7 = extractelement <2 x i32> %v, i32 1
;   notail call void @__fz_tell.__sanitizer_cov_trace_const_cmp4(i32 zeroext 2, i32 zeroext %7) #3, !nosanitize !2
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
; !3 = !{!"branch_weights", i32 9, i32 1}
