;; Sums, differences and products are told as what one operand may be beside the other: of a constant there is one bound,
;; and the variable one is looked for. The third number says which (1 to 3), bit 0 of the fourth whether it has a sign.
; pipeline: compares<form=trace>
; codegen: no
; hide: constructor, helpers, target
target triple = "x86_64-pc-linux-gnu"

declare void @fz.site(i32, i32, i32, i32, ...)

define void @sum(i32 noundef %a) {
  call void (i32, i32, i32, i32, ...) @fz.site(i32 0, i32 10, i32 1, i32 65601, i32 7, i32 %a)
  ret void
}

define void @sums(i64 noundef %a, i64 noundef %b) {
  call void (i32, i32, i32, i32, ...) @fz.site(i32 0, i32 10, i32 1, i32 65601, i64 %a, i64 %b)
  ret void
}

define void @differences(i32 noundef %a, i32 noundef %b) {
  call void (i32, i32, i32, i32, ...) @fz.site(i32 0, i32 10, i32 2, i32 131137, i32 %a, i32 %b)
  call void (i32, i32, i32, i32, ...) @fz.site(i32 1, i32 10, i32 2, i32 131136, i32 %a, i32 %b)
  ret void
}

; Of a negation.
define void @negative(i32 noundef %a) {
  call void (i32, i32, i32, i32, ...) @fz.site(i32 0, i32 10, i32 2, i32 262209, i32 0, i32 %a)
  ret void
}

define void @products(i64 noundef %a, i64 noundef %b) {
  call void (i32, i32, i32, i32, ...) @fz.site(i32 0, i32 10, i32 3, i32 196672, i64 %a, i64 24)
  call void (i32, i32, i32, i32, ...) @fz.site(i32 1, i32 10, i32 3, i32 196673, i64 %a, i64 %b)
  ret void
}

define void @compares(i32 noundef %a) {
  call void (i32, i32, i32, i32, ...) @fz.site(i32 0, i32 10, i32 1, i32 327680, i32 %a, i32 0, ptr null)
  ret void
}
;; expected
; $__fz_compares_on = comdat any
;
; @__fz_compares_on = linkonce_odr hidden global i8 0, comdat
;
; define void @sum(i32 noundef %a) {
;   %1 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !1
;   %2 = icmp ne i8 %1, 0
;   br i1 %2, label %4, label %3, !prof !2, !nosanitize !1
;
; 3:                                                ; preds = %4, %0
;   ret void
;
; 4:                                                ; preds = %0
;   notail call void @__fz_tell.__sanitizer_cov_trace_const_cmp4(i32 zeroext 2147483640, i32 zeroext %a) #2, !nosanitize !1
;   br label %3
; }
;
; define void @sums(i64 noundef %a, i64 noundef %b) {
;   %1 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !1
;   %2 = icmp ne i8 %1, 0
;   br i1 %2, label %4, label %3, !prof !2, !nosanitize !1
;
; 3:                                                ; preds = %4, %0
;   ret void
;
; 4:                                                ; preds = %0
;   %5 = icmp sgt i64 %b, 0
;   %6 = select i1 %5, i64 %b, i64 0
;   %7 = icmp slt i64 %b, 0
;   %8 = select i1 %7, i64 %b, i64 0
;   %9 = sub i64 9223372036854775807, %6
;   %10 = sub i64 -9223372036854775808, %8
;   notail call void @__fz_tell.__sanitizer_cov_trace_cmp8(i64 %a, i64 %9) #2, !nosanitize !1
;   notail call void @__fz_tell.__sanitizer_cov_trace_cmp8(i64 %a, i64 %10) #2, !nosanitize !1
;   br label %3
; }
;
; define void @differences(i32 noundef %a, i32 noundef %b) {
;   %1 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !1
;   %2 = icmp ne i8 %1, 0
;   br i1 %2, label %8, label %3, !prof !2, !nosanitize !1
;
; 3:                                                ; preds = %8, %0
;   %4 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !1
;   %5 = icmp ne i8 %4, 0
;   br i1 %5, label %7, label %6, !prof !2, !nosanitize !1
;
; 6:                                                ; preds = %7, %3
;   ret void
;
; 7:                                                ; preds = %3
;   notail call void @__fz_tell.__sanitizer_cov_trace_cmp4(i32 zeroext %a, i32 zeroext %b) #2, !nosanitize !1
;   br label %6
;
; 8:                                                ; preds = %0
;   %9 = icmp slt i32 %b, 0
;   %10 = select i1 %9, i32 %b, i32 0
;   %11 = icmp sgt i32 %b, 0
;   %12 = select i1 %11, i32 %b, i32 0
;   %13 = add i32 2147483647, %10
;   %14 = add i32 -2147483648, %12
;   notail call void @__fz_tell.__sanitizer_cov_trace_cmp4(i32 zeroext %a, i32 zeroext %13) #2, !nosanitize !1
;   notail call void @__fz_tell.__sanitizer_cov_trace_cmp4(i32 zeroext %a, i32 zeroext %14) #2, !nosanitize !1
;   br label %3
; }
;
; define void @negative(i32 noundef %a) {
;   %1 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !1
;   %2 = icmp ne i8 %1, 0
;   br i1 %2, label %4, label %3, !prof !2, !nosanitize !1
;
; 3:                                                ; preds = %4, %0
;   ret void
;
; 4:                                                ; preds = %0
;   notail call void @__fz_tell.__sanitizer_cov_trace_const_cmp4(i32 zeroext -2147483647, i32 zeroext %a) #2, !nosanitize !1
;   br label %3
; }
;
; define void @products(i64 noundef %a, i64 noundef %b) {
;   %1 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !1
;   %2 = icmp ne i8 %1, 0
;   br i1 %2, label %20, label %3, !prof !2, !nosanitize !1
;
; 3:                                                ; preds = %20, %0
;   %4 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !1
;   %5 = icmp ne i8 %4, 0
;   br i1 %5, label %7, label %6, !prof !2, !nosanitize !1
;
; 6:                                                ; preds = %7, %3
;   ret void
;
; 7:                                                ; preds = %3
;   %8 = xor i64 %a, %b
;   %9 = lshr i64 %8, 63
;   %10 = add i64 9223372036854775807, %9
;   %11 = icmp slt i64 %a, 0
;   %12 = sub i64 0, %a
;   %13 = select i1 %11, i64 %12, i64 %a
;   %14 = icmp slt i64 %b, 0
;   %15 = sub i64 0, %b
;   %16 = select i1 %14, i64 %15, i64 %b
;   %17 = icmp ugt i64 %16, 1
;   %18 = select i1 %17, i64 %16, i64 1
;   %19 = udiv i64 %10, %18
;   notail call void @__fz_tell.__sanitizer_cov_trace_cmp8(i64 %13, i64 %19) #2, !nosanitize !1
;   br label %6
;
; 20:                                               ; preds = %0
;   notail call void @__fz_tell.__sanitizer_cov_trace_const_cmp8(i64 768614336404564650, i64 %a) #2, !nosanitize !1
;   br label %3
; }
;
; define void @compares(i32 noundef %a) {
;   %1 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !1
;   %2 = icmp ne i8 %1, 0
;   br i1 %2, label %4, label %3, !prof !2, !nosanitize !1
;
; 3:                                                ; preds = %4, %0
;   ret void
;
; 4:                                                ; preds = %0
;   notail call void @__fz_tell.__sanitizer_cov_trace_const_cmp4(i32 zeroext 0, i32 zeroext %a) #2, !nosanitize !1
;   br label %3
; }
;
; declare extern_weak void @__sanitizer_cov_trace_const_cmp4(i32, i32)
;
; declare extern_weak void @__sanitizer_cov_trace_cmp8(i64, i64)
;
; declare extern_weak void @__sanitizer_cov_trace_cmp4(i32, i32)
;
; declare extern_weak void @__sanitizer_cov_trace_const_cmp8(i64, i64)
;
; declare extern_weak void @__sanitizer_cov_trace_cmp1(i8, i8)
;
; attributes #0 = { disable_sanitizer_instrumentation noinline nounwind }
; attributes #1 = { disable_sanitizer_instrumentation nounwind }
; attributes #2 = { nomerge nounwind }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:compares", !"8"}
; !1 = !{}
; !2 = !{!"branch_weights", i32 9, i32 1}
