;; Values that come from a block that was cut come from its last part.
; pipeline: sites<records=off>,compares
; hide: constructor, helpers, target
target triple = "x86_64-pc-linux-gnu"
define i32 @f(i32 noundef %x) {
entry:
  %a = icmp eq i32 %x, 7
  %b = icmp ult i32 %x, 9
  br i1 %b, label %then, label %join
then:
  br label %join
join:
  %r = phi i32 [ 1, %entry ], [ 2, %then ]
  ret i32 %r
}
;; expected
; $__fz_compares_on = comdat any
;
; @__fz_compares_on = linkonce_odr hidden global i8 0, comdat
;
; define i32 @f(i32 noundef %x) #0 {
; entry:
;   %0 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !2
;   %1 = icmp ne i8 %0, 0
;   br i1 %1, label %7, label %2, !prof !3, !nosanitize !2
;
; 2:                                                ; preds = %7, %entry
;   %a = icmp eq i32 %x, 7
;   %3 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !2
;   %4 = icmp ne i8 %3, 0
;   br i1 %4, label %6, label %5, !prof !3, !nosanitize !2
;
; 5:                                                ; preds = %6, %2
;   %b = icmp ult i32 %x, 9
;   br i1 %b, label %then, label %join
;
; then:                                             ; preds = %5
;   br label %join
;
; join:                                             ; preds = %then, %5
;   %r = phi i32 [ 1, %5 ], [ 2, %then ]
;   ret i32 %r
;
; 6:                                                ; preds = %2
;   notail call void @__fz_tell.__sanitizer_cov_trace_const_cmp4(i32 zeroext 9, i32 zeroext %x) #3, !nosanitize !2
;   br label %5
;
; 7:                                                ; preds = %entry
;   notail call void @__fz_tell.__sanitizer_cov_trace_const_cmp4(i32 zeroext 7, i32 zeroext %x) #3, !nosanitize !2
;   br label %2
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
; !0 = !{!"done:sites", !"2"}
; !1 = !{!"done:compares", !"2"}
; !2 = !{}
; !3 = !{!"branch_weights", i32 9, i32 1}
