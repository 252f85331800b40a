;; Pointers as numbers; sanitizers leave what is new alone.
; pipeline: sites<records=off;addresses=on>,compares<form=cmplog>
target triple = "x86_64-pc-linux-gnu"
define i1 @f(ptr noundef %p, ptr noundef %q) sanitize_address {
  %1 = icmp ult ptr %p, %q
  ret i1 %1
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; $__fz_tell.__cmplog_ins_hook8 = comdat any
;
; $__fz_register_compares_cmplog = comdat any
;
; $__fz_compares_on = comdat any
;
; @__fz_compares_on = linkonce_odr hidden global i8 0, comdat
; @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 2, ptr @__fz_register_compares_cmplog, ptr @__fz_register_compares_cmplog }]
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
; ; Function Attrs: disable_sanitizer_instrumentation noinline nounwind
; define linkonce_odr hidden void @__fz_tell.__cmplog_ins_hook8(i64 %0, i64 %1, i8 zeroext %2) #1 comdat {
;   %4 = icmp ne ptr @__cmplog_ins_hook8, null
;   br i1 %4, label %5, label %6
;
; 5:                                                ; preds = %3
;   musttail call void @__cmplog_ins_hook8(i64 %0, i64 %1, i8 zeroext %2)
;   ret void
;
; 6:                                                ; preds = %3
;   ret void
; }
;
; declare extern_weak void @__cmplog_ins_hook8(i64, i64, i8)
;
; ; Function Attrs: disable_sanitizer_instrumentation nounwind
; define linkonce_odr hidden void @__fz_register_compares_cmplog() #2 comdat {
;   %1 = icmp ne ptr @__fz_compares_init, null
;   br i1 %1, label %2, label %3
;
; 2:                                                ; preds = %0
;   call void @__fz_compares_init(ptr @__fz_compares_on, ptr getelementptr (i8, ptr @__fz_compares_on, i64 1))
;   br label %4
;
; 3:                                                ; preds = %0
;   br label %4
;
; 4:                                                ; preds = %3, %2
;   ret void
; }
;
; declare extern_weak void @__fz_compares_init(ptr, ptr)
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
