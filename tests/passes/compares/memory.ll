;; Where MemorySanitizer watches, nothing is frozen: the program's own compare would come to look at the frozen value.
; pipeline: sites<records=off>,compares<form=cmplog>
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
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; $__fz_tell.__cmplog_ins_hook4 = comdat any
;
; $__fz_register_compares_cmplog = comdat any
;
; $__fz_compares_on = comdat any
;
; @__fz_compares_on = linkonce_odr hidden global i8 0, comdat
; @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 2, ptr @__fz_register_compares_cmplog, ptr @__fz_register_compares_cmplog }]
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
; ; Function Attrs: disable_sanitizer_instrumentation noinline nounwind
; define linkonce_odr hidden void @__fz_tell.__cmplog_ins_hook4(i32 zeroext %0, i32 zeroext %1, i8 zeroext %2) #2 comdat {
;   %4 = icmp ne ptr @__cmplog_ins_hook4, null
;   br i1 %4, label %5, label %6
;
; 5:                                                ; preds = %3
;   musttail call void @__cmplog_ins_hook4(i32 zeroext %0, i32 zeroext %1, i8 zeroext %2)
;   ret void
;
; 6:                                                ; preds = %3
;   ret void
; }
;
; declare extern_weak void @__cmplog_ins_hook4(i32, i32, i8)
;
; ; Function Attrs: disable_sanitizer_instrumentation nounwind
; define linkonce_odr hidden void @__fz_register_compares_cmplog() #3 comdat {
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
