; Values that come from a block that was cut come from its last part.
; pipeline: sites<records=off>,compares
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
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; $__fz_tell.__sanitizer_cov_trace_const_cmp4 = comdat any
;
; $__fz_register_compares = comdat any
;
; $__fz_compares_on = comdat any
;
; @__fz_compares_on = linkonce_odr hidden global i8 0, comdat
; @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 2, ptr @__fz_register_compares, ptr @__fz_register_compares }]
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
; ; Function Attrs: disable_sanitizer_instrumentation noinline nounwind
; define linkonce_odr hidden void @__fz_tell.__sanitizer_cov_trace_const_cmp4(i32 zeroext %0, i32 zeroext %1) #1 comdat {
;   %3 = icmp ne ptr @__sanitizer_cov_trace_const_cmp4, null
;   br i1 %3, label %4, label %5
;
; 4:                                                ; preds = %2
;   musttail call void @__sanitizer_cov_trace_const_cmp4(i32 zeroext %0, i32 zeroext %1)
;   ret void
;
; 5:                                                ; preds = %2
;   ret void
; }
;
; declare extern_weak void @__sanitizer_cov_trace_const_cmp4(i32, i32)
;
; ; Function Attrs: disable_sanitizer_instrumentation nounwind
; define linkonce_odr hidden void @__fz_register_compares() #2 comdat {
;   %1 = icmp ne ptr @__fz_compares_init, null
;   br i1 %1, label %2, label %3
;
; 2:                                                ; preds = %0
;   call void @__fz_compares_init(ptr @__fz_compares_on, ptr getelementptr (i8, ptr @__fz_compares_on, i64 1))
;   br label %6
;
; 3:                                                ; preds = %0
;   %4 = icmp ne ptr @__sanitizer_cov_trace_cmp1, null
;   %5 = zext i1 %4 to i8
;   store i8 %5, ptr @__fz_compares_on, align 1
;   br label %6
;
; 6:                                                ; preds = %3, %2
;   ret void
; }
;
; declare extern_weak void @__fz_compares_init(ptr, ptr)
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
