;; Compares that LLVM has brought into other forms are told with the operands that the source may have had, too: each pair for
;; itself.
; pipeline: sites<records=off>,compares<form=cmplog>
target triple = "x86_64-pc-linux-gnu"

define i1 @checksum(i32 noundef %sum, i32 noundef %stored) {
  %both = xor i32 %sum, %stored
  %c = icmp eq i32 %both, -1
  ret i1 %c
}

define i1 @low(i32 noundef %a, i32 noundef %b) {
  %both = xor i32 %a, %b
  %low = and i32 %both, 65535
  %c = icmp ne i32 %low, 0
  ret i1 %c
}

define i1 @quotient(i32 noundef %a) {
  %moved = add i32 %a, -12340
  %c = icmp ult i32 %moved, 10
  ret i1 %c
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; $__fz_tell.__cmplog_ins_hook4 = comdat any
;
; $__fz_tell.__cmplog_ins_hook2 = comdat any
;
; $__fz_register_compares_cmplog = comdat any
;
; $__fz_compares_on = comdat any
;
; @__fz_compares_on = linkonce_odr hidden global i8 0, comdat
; @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 2, ptr @__fz_register_compares_cmplog, ptr @__fz_register_compares_cmplog }]
;
; define i1 @checksum(i32 noundef %sum, i32 noundef %stored) #0 {
;   %both = xor i32 %sum, %stored
;   %1 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !2
;   %2 = icmp ne i8 %1, 0
;   br i1 %2, label %4, label %3, !prof !3, !nosanitize !2
;
; 3:                                                ; preds = %4, %0
;   %c = icmp eq i32 %both, -1
;   ret i1 %c
;
; 4:                                                ; preds = %0
;   notail call void @__fz_tell.__cmplog_ins_hook4(i32 zeroext %both, i32 zeroext -1, i8 zeroext 1) #3, !nosanitize !2
;   %5 = xor i32 %stored, -1
;   %6 = xor i32 %sum, -1
;   notail call void @__fz_tell.__cmplog_ins_hook4(i32 zeroext %sum, i32 zeroext %5, i8 zeroext 1) #3, !nosanitize !2
;   notail call void @__fz_tell.__cmplog_ins_hook4(i32 zeroext %stored, i32 zeroext %6, i8 zeroext 1) #3, !nosanitize !2
;   br label %3
; }
;
; define i1 @low(i32 noundef %a, i32 noundef %b) #0 {
;   %both = xor i32 %a, %b
;   %low = and i32 %both, 65535
;   %1 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !2
;   %2 = icmp ne i8 %1, 0
;   br i1 %2, label %4, label %3, !prof !3, !nosanitize !2
;
; 3:                                                ; preds = %4, %0
;   %c = icmp ne i32 %low, 0
;   ret i1 %c
;
; 4:                                                ; preds = %0
;   notail call void @__fz_tell.__cmplog_ins_hook4(i32 zeroext %low, i32 zeroext 0, i8 zeroext 0) #3, !nosanitize !2
;   %5 = trunc i32 %a to i16
;   %6 = trunc i32 %b to i16
;   %7 = and i32 %a, -65536
;   %8 = and i32 %b, 65535
;   %9 = or i32 %7, %8
;   %10 = and i32 %b, -65536
;   %11 = and i32 %a, 65535
;   %12 = or i32 %10, %11
;   notail call void @__fz_tell.__cmplog_ins_hook2(i16 zeroext %5, i16 zeroext %6, i8 zeroext 1) #3, !nosanitize !2
;   notail call void @__fz_tell.__cmplog_ins_hook4(i32 zeroext %a, i32 zeroext %9, i8 zeroext 1) #3, !nosanitize !2
;   notail call void @__fz_tell.__cmplog_ins_hook4(i32 zeroext %b, i32 zeroext %12, i8 zeroext 1) #3, !nosanitize !2
;   br label %3
; }
;
; define i1 @quotient(i32 noundef %a) #0 {
;   %moved = add i32 %a, -12340
;   %1 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !2
;   %2 = icmp ne i8 %1, 0
;   br i1 %2, label %4, label %3, !prof !3, !nosanitize !2
;
; 3:                                                ; preds = %4, %0
;   %c = icmp ult i32 %moved, 10
;   ret i1 %c
;
; 4:                                                ; preds = %0
;   notail call void @__fz_tell.__cmplog_ins_hook4(i32 zeroext %moved, i32 zeroext 10, i8 zeroext 4) #3, !nosanitize !2
;   %5 = udiv i32 %a, 10
;   notail call void @__fz_tell.__cmplog_ins_hook4(i32 zeroext %a, i32 zeroext 12340, i8 zeroext 1) #3, !nosanitize !2
;   notail call void @__fz_tell.__cmplog_ins_hook4(i32 zeroext %5, i32 zeroext 1234, i8 zeroext 1) #3, !nosanitize !2
;   br label %3
; }
;
; ; Function Attrs: disable_sanitizer_instrumentation noinline nounwind
; define linkonce_odr hidden void @__fz_tell.__cmplog_ins_hook4(i32 zeroext %0, i32 zeroext %1, i8 zeroext %2) #1 comdat {
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
; ; Function Attrs: disable_sanitizer_instrumentation noinline nounwind
; define linkonce_odr hidden void @__fz_tell.__cmplog_ins_hook2(i16 zeroext %0, i16 zeroext %1, i8 zeroext %2) #1 comdat {
;   %4 = icmp ne ptr @__cmplog_ins_hook2, null
;   br i1 %4, label %5, label %6
;
; 5:                                                ; preds = %3
;   musttail call void @__cmplog_ins_hook2(i16 zeroext %0, i16 zeroext %1, i8 zeroext %2)
;   ret void
;
; 6:                                                ; preds = %3
;   ret void
; }
;
; declare extern_weak void @__cmplog_ins_hook2(i16, i16, i8)
;
; ; Function Attrs: disable_sanitizer_instrumentation nounwind
; define linkonce_odr hidden void @__fz_register_compares_cmplog() #2 comdat {
;   %1 = icmp ne ptr @__fz_compares_init, null
;   br i1 %1, label %2, label %3
;
; 2:                                                ; preds = %0
;   call void @__fz_compares_init(ptr @__fz_compares_on, ptr getelementptr (i8, ptr @__fz_compares_on, i64 1))
;   br label %3
;
; 3:                                                ; preds = %2, %0
;   ret void
; }
;
; declare extern_weak void @__fz_compares_init(ptr, ptr)
;
; attributes #0 = { "fz-sites" }
; attributes #1 = { disable_sanitizer_instrumentation noinline nounwind }
; attributes #2 = { disable_sanitizer_instrumentation nounwind }
; attributes #3 = { nomerge nounwind }
;
; !fz.facts = !{!0, !1}
;
; !0 = !{!"done:sites", !"3"}
; !1 = !{!"done:compares", !"3"}
; !2 = !{}
; !3 = !{!"branch_weights", i32 9, i32 1}
