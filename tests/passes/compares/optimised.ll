;; Clang's pipeline may follow: it makes no copies of what lies between two sites, and nothing is frozen for what is told.
; pipeline: sites<records=off>,compares<form=trace>,function(instcombine,jump-threading)
; hide: constructor, target
target triple = "x86_64-pc-linux-gnu"
define i1 @f(ptr %p, i64 noundef %n) {
  %at = urem i64 9, %n
  %q = getelementptr i8, ptr %p, i64 %at
  %v = load i8, ptr %q
  %c = icmp eq i8 %v, 77
  br i1 %c, label %yes, label %no
yes:
  %w = load volatile i8, ptr %p
  br label %no
no:
  ret i1 %c
}
;; expected
; $__fz_tell.__sanitizer_cov_trace_const_cmp1 = comdat any
;
; $__fz_tell.__sanitizer_cov_trace_div8 = comdat any
;
; $__fz_compares_on = comdat any
;
; @__fz_compares_on = linkonce_odr hidden global i8 0, comdat
;
; define i1 @f(ptr %p, i64 noundef %n) #0 {
;   %1 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !3
;   %.not = icmp eq i8 %1, 0
;   br i1 %.not, label %2, label %6, !prof !4, !nosanitize !3
;
; 2:                                                ; preds = %6, %0
;   %at = urem i64 9, %n
;   %q = getelementptr i8, ptr %p, i64 %at
;   %v = load i8, ptr %q, align 1
;   %3 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !3
;   %.not1 = icmp eq i8 %3, 0
;   br i1 %.not1, label %4, label %5, !prof !4, !nosanitize !3
;
; 4:                                                ; preds = %5, %2
;   %c = icmp eq i8 %v, 77
;   br i1 %c, label %yes, label %no
;
; yes:                                              ; preds = %4
;   %w = load volatile i8, ptr %p, align 1
;   br label %no
;
; no:                                               ; preds = %yes, %4
;   ret i1 %c
;
; 5:                                                ; preds = %2
;   notail call void @__fz_tell.__sanitizer_cov_trace_const_cmp1(i8 zeroext 77, i8 zeroext %v) #3, !nosanitize !3
;   br label %4
;
; 6:                                                ; preds = %0
;   notail call void @__fz_tell.__sanitizer_cov_trace_div8(i64 %n) #3, !nosanitize !3
;   br label %2
; }
;
; ; Function Attrs: disable_sanitizer_instrumentation noinline nounwind
; define linkonce_odr hidden void @__fz_tell.__sanitizer_cov_trace_const_cmp1(i8 zeroext %0, i8 zeroext %1) #1 comdat {
;   %.not = icmp eq ptr @__sanitizer_cov_trace_const_cmp1, null
;   br i1 %.not, label %4, label %3
;
; 3:                                                ; preds = %2
;   musttail call void @__sanitizer_cov_trace_const_cmp1(i8 zeroext %0, i8 zeroext %1) #4
;   ret void
;
; 4:                                                ; preds = %2
;   ret void
; }
;
; declare extern_weak void @__sanitizer_cov_trace_const_cmp1(i8, i8)
;
; ; Function Attrs: disable_sanitizer_instrumentation noinline nounwind
; define linkonce_odr hidden void @__fz_tell.__sanitizer_cov_trace_div8(i64 %0) #1 comdat {
;   %.not = icmp eq ptr @__sanitizer_cov_trace_div8, null
;   br i1 %.not, label %3, label %2
;
; 2:                                                ; preds = %1
;   musttail call void @__sanitizer_cov_trace_div8(i64 %0) #4
;   ret void
;
; 3:                                                ; preds = %1
;   ret void
; }
;
; declare extern_weak void @__sanitizer_cov_trace_div8(i64)
;
; declare extern_weak void @__sanitizer_cov_trace_cmp1(i8, i8)
;
; attributes #0 = { "fz-sites" }
; attributes #1 = { disable_sanitizer_instrumentation noinline nounwind }
; attributes #2 = { disable_sanitizer_instrumentation nounwind }
; attributes #3 = { nomerge nounwind }
; attributes #4 = { nounwind }
;
; !fz.facts = !{!0, !1, !2}
;
; !0 = !{!"done:sites", !"2"}
; !1 = !{!"skipped:sites:indices", !"1"}
; !2 = !{!"done:compares", !"2"}
; !3 = !{}
; !4 = !{!"branch_weights", i32 1, i32 9}
