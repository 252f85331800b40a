;; Angora is told of one pair: of a checksum, also under a mask, the side that memory has; of a range the nearest number.
; pipeline: sites<records=off>,compares<form=angora>
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
; $__fz_tell.__angora_trace_cmp = comdat any
;
; $__fz_register_compares_angora = comdat any
;
; $__fz_angora_told = comdat any
;
; @__fz_angora_told = linkonce_odr hidden global i32 0, comdat
; @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 2, ptr @__fz_register_compares_angora, ptr @__fz_register_compares_angora }]
;
; define i1 @checksum(i32 noundef %sum, i32 noundef %stored) #0 {
;   %both = xor i32 %sum, %stored
;   %1 = load volatile i32, ptr @__fz_angora_told, align 1, !nosanitize !2
;   %2 = icmp eq i32 %1, -870916350
;   br i1 %2, label %4, label %3, !prof !3, !nosanitize !2
;
; 3:                                                ; preds = %4, %0
;   %c = icmp eq i32 %both, -1
;   ret i1 %c
;
; 4:                                                ; preds = %0
;   %5 = icmp eq i32 %both, -1
;   %6 = xor i32 %stored, -1
;   %7 = zext i1 %5 to i32
;   %8 = zext i32 %sum to i64
;   %9 = zext i32 %6 to i64
;   notail call void @__fz_tell.__angora_trace_cmp(i32 zeroext %7, i32 zeroext -870916350, i32 zeroext 0, i64 %8, i64 %9) #3, !nosanitize !2
;   br label %3
; }
;
; define i1 @low(i32 noundef %a, i32 noundef %b) #0 {
;   %both = xor i32 %a, %b
;   %low = and i32 %both, 65535
;   %1 = load volatile i32, ptr @__fz_angora_told, align 1, !nosanitize !2
;   %2 = icmp eq i32 %1, 214437497
;   br i1 %2, label %4, label %3, !prof !3, !nosanitize !2
;
; 3:                                                ; preds = %4, %0
;   %c = icmp ne i32 %low, 0
;   ret i1 %c
;
; 4:                                                ; preds = %0
;   %5 = icmp ne i32 %low, 0
;   %6 = and i32 %a, -65536
;   %7 = and i32 %b, 65535
;   %8 = or i32 %6, %7
;   %9 = zext i1 %5 to i32
;   %10 = zext i32 %a to i64
;   %11 = zext i32 %8 to i64
;   notail call void @__fz_tell.__angora_trace_cmp(i32 zeroext %9, i32 zeroext 214437497, i32 zeroext 0, i64 %10, i64 %11) #3, !nosanitize !2
;   br label %3
; }
;
; define i1 @quotient(i32 noundef %a) #0 {
;   %moved = add i32 %a, -12340
;   %1 = load volatile i32, ptr @__fz_angora_told, align 1, !nosanitize !2
;   %2 = icmp eq i32 %1, 1925274864
;   br i1 %2, label %4, label %3, !prof !3, !nosanitize !2
;
; 3:                                                ; preds = %4, %0
;   %c = icmp ult i32 %moved, 10
;   ret i1 %c
;
; 4:                                                ; preds = %0
;   %5 = icmp ult i32 %moved, 10
;   %6 = icmp ugt i32 %a, 12340
;   %7 = select i1 %6, i32 %a, i32 12340
;   %8 = icmp ult i32 %7, 12349
;   %9 = select i1 %8, i32 %7, i32 12349
;   %10 = zext i1 %5 to i32
;   %11 = zext i32 %a to i64
;   %12 = zext i32 %9 to i64
;   notail call void @__fz_tell.__angora_trace_cmp(i32 zeroext %10, i32 zeroext 1925274864, i32 zeroext 0, i64 %11, i64 %12) #3, !nosanitize !2
;   br label %3
; }
;
; ; Function Attrs: disable_sanitizer_instrumentation noinline nounwind
; define linkonce_odr hidden void @__fz_tell.__angora_trace_cmp(i32 zeroext %0, i32 zeroext %1, i32 zeroext %2, i64 %3, i64 %4) #1 comdat {
;   %6 = icmp ne ptr @__angora_trace_cmp, null
;   br i1 %6, label %7, label %8
;
; 7:                                                ; preds = %5
;   musttail call void @__angora_trace_cmp(i32 zeroext %0, i32 zeroext %1, i32 zeroext %2, i64 %3, i64 %4)
;   ret void
;
; 8:                                                ; preds = %5
;   ret void
; }
;
; declare extern_weak void @__angora_trace_cmp(i32, i32, i32, i64, i64)
;
; ; Function Attrs: disable_sanitizer_instrumentation nounwind
; define linkonce_odr hidden void @__fz_register_compares_angora() #2 comdat {
;   %1 = icmp ne ptr @__fz_angora_init, null
;   br i1 %1, label %2, label %3
;
; 2:                                                ; preds = %0
;   call void @__fz_angora_init(ptr @__fz_angora_told, ptr getelementptr (i8, ptr @__fz_angora_told, i64 4))
;   br label %3
;
; 3:                                                ; preds = %2, %0
;   ret void
; }
;
; declare extern_weak void @__fz_angora_init(ptr, ptr)
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
