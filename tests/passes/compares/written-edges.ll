;; What no input can have is no operand: addresses, also those of which a difference is taken, values that are on both sides,
;; and nothing at all. Widths of one bit and of 128, and vectors, have the pairs that make sense, or none.
; pipeline: sites<records=off>,compares<form=cmplog>
; hide: constructor, helpers
@g = global i32 0
define i1 @null(ptr noundef %p) {
  %c = icmp eq ptr %p, null
  ret i1 %c
}
define i1 @length(ptr noundef %begin, ptr noundef %end) {
  %1 = ptrtoint ptr %begin to i64
  %2 = ptrtoint ptr %end to i64
  %3 = sub i64 %2, %1
  %c = icmp eq i64 %3, 32
  ret i1 %c
}
define i1 @aligned(ptr noundef %p) {
  %1 = ptrtoint ptr %p to i64
  %2 = and i64 %1, 7
  %c = icmp eq i64 %2, 0
  ret i1 %c
}
define i1 @global(i64 noundef %x) {
  %1 = xor i64 %x, ptrtoint (ptr @g to i64)
  %c = icmp eq i64 %1, 7
  ret i1 %c
}
define i1 @undefined(i64 noundef %x) {
  %1 = add i64 %x, undef
  %c = icmp eq i64 %1, 7
  ret i1 %c
}
define i1 @twice(i32 noundef %x) {
  %1 = add i32 %x, %x
  %c = icmp eq i32 %1, 10
  ret i1 %c
}
define i1 @itself(i32 noundef %x, i32 noundef %y) {
  %1 = xor i32 %x, %y
  %c = icmp eq i32 %1, %1
  ret i1 %c
}
define <2 x i1> @vector(<2 x i32> noundef %x, <2 x i32> noundef %y) {
  %1 = xor <2 x i32> %x, %y
  %c = icmp eq <2 x i32> %1, zeroinitializer
  ret <2 x i1> %c
}
define i1 @bit(i1 noundef %x, i1 noundef %y) {
  %1 = xor i1 %x, %y
  %c = icmp eq i1 %1, true
  ret i1 %c
}
define i1 @wide(i128 noundef %x, i128 noundef %y) {
  %1 = xor i128 %x, %y
  %c = icmp eq i128 %1, -1
  ret i1 %c
}
define i1 @wide_high(i128 noundef %x) {
  %1 = lshr i128 %x, 127
  %c = icmp eq i128 %1, 1
  ret i1 %c
}
define i1 @wider(i256 noundef %x, i256 noundef %y) {
  %1 = xor i256 %x, %y
  %c = icmp eq i256 %1, -1
  ret i1 %c
}
define i1 @none_of_them(i32 noundef %x) {
  %1 = xor i32 %x, 5
  %c = icmp ult i32 %1, 0
  ret i1 %c
}
;; expected
; $__fz_compares_on = comdat any
;
; @g = global i32 0
; @__fz_compares_on = linkonce_odr hidden global i8 0, comdat
;
; define i1 @null(ptr noundef %p) #0 {
;   %c = icmp eq ptr %p, null
;   ret i1 %c
; }
;
; define i1 @length(ptr noundef %begin, ptr noundef %end) #0 {
;   %1 = ptrtoint ptr %begin to i64
;   %2 = ptrtoint ptr %end to i64
;   %3 = sub i64 %2, %1
;   %4 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !3
;   %5 = icmp ne i8 %4, 0
;   br i1 %5, label %7, label %6, !prof !4, !nosanitize !3
;
; 6:                                                ; preds = %7, %0
;   %c = icmp eq i64 %3, 32
;   ret i1 %c
;
; 7:                                                ; preds = %0
;   notail call void @__fz_tell.__cmplog_ins_hook8(i64 %3, i64 32, i8 zeroext 1) #3, !nosanitize !3
;   br label %6
; }
;
; define i1 @aligned(ptr noundef %p) #0 {
;   %1 = ptrtoint ptr %p to i64
;   %2 = and i64 %1, 7
;   %3 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !3
;   %4 = icmp ne i8 %3, 0
;   br i1 %4, label %6, label %5, !prof !4, !nosanitize !3
;
; 5:                                                ; preds = %6, %0
;   %c = icmp eq i64 %2, 0
;   ret i1 %c
;
; 6:                                                ; preds = %0
;   notail call void @__fz_tell.__cmplog_ins_hook8(i64 %2, i64 0, i8 zeroext 1) #3, !nosanitize !3
;   br label %5
; }
;
; define i1 @global(i64 noundef %x) #0 {
;   %1 = xor i64 %x, ptrtoint (ptr @g to i64)
;   %2 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !3
;   %3 = icmp ne i8 %2, 0
;   br i1 %3, label %5, label %4, !prof !4, !nosanitize !3
;
; 4:                                                ; preds = %5, %0
;   %c = icmp eq i64 %1, 7
;   ret i1 %c
;
; 5:                                                ; preds = %0
;   notail call void @__fz_tell.__cmplog_ins_hook8(i64 %1, i64 7, i8 zeroext 1) #3, !nosanitize !3
;   br label %4
; }
;
; define i1 @undefined(i64 noundef %x) #0 {
;   %1 = add i64 %x, undef
;   %2 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !3
;   %3 = icmp ne i8 %2, 0
;   br i1 %3, label %5, label %4, !prof !4, !nosanitize !3
;
; 4:                                                ; preds = %5, %0
;   %c = icmp eq i64 %1, 7
;   ret i1 %c
;
; 5:                                                ; preds = %0
;   notail call void @__fz_tell.__cmplog_ins_hook8(i64 %1, i64 7, i8 zeroext 1) #3, !nosanitize !3
;   br label %4
; }
;
; define i1 @twice(i32 noundef %x) #0 {
;   %1 = add i32 %x, %x
;   %2 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !3
;   %3 = icmp ne i8 %2, 0
;   br i1 %3, label %5, label %4, !prof !4, !nosanitize !3
;
; 4:                                                ; preds = %5, %0
;   %c = icmp eq i32 %1, 10
;   ret i1 %c
;
; 5:                                                ; preds = %0
;   notail call void @__fz_tell.__cmplog_ins_hook4(i32 zeroext %1, i32 zeroext 10, i8 zeroext 1) #3, !nosanitize !3
;   br label %4
; }
;
; define i1 @itself(i32 noundef %x, i32 noundef %y) #0 {
;   %1 = xor i32 %x, %y
;   %2 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !3
;   %3 = icmp ne i8 %2, 0
;   br i1 %3, label %5, label %4, !prof !4, !nosanitize !3
;
; 4:                                                ; preds = %5, %0
;   %c = icmp eq i32 %1, %1
;   ret i1 %c
;
; 5:                                                ; preds = %0
;   notail call void @__fz_tell.__cmplog_ins_hook4(i32 zeroext %1, i32 zeroext %1, i8 zeroext 1) #3, !nosanitize !3
;   br label %4
; }
;
; define <2 x i1> @vector(<2 x i32> noundef %x, <2 x i32> noundef %y) #0 {
;   %1 = xor <2 x i32> %x, %y
;   %2 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !3
;   %3 = icmp ne i8 %2, 0
;   br i1 %3, label %5, label %4, !prof !4, !nosanitize !3
;
; 4:                                                ; preds = %5, %0
;   %c = icmp eq <2 x i32> %1, zeroinitializer
;   ret <2 x i1> %c
;
; 5:                                                ; preds = %0
;   %6 = extractelement <2 x i32> %1, i32 0
;   notail call void @__fz_tell.__cmplog_ins_hook4(i32 zeroext %6, i32 zeroext 0, i8 zeroext 1) #3, !nosanitize !3
;   %7 = extractelement <2 x i32> %1, i32 1
;   notail call void @__fz_tell.__cmplog_ins_hook4(i32 zeroext %7, i32 zeroext 0, i8 zeroext 1) #3, !nosanitize !3
;   br label %4
; }
;
; define i1 @bit(i1 noundef %x, i1 noundef %y) #0 {
;   %1 = xor i1 %x, %y
;   %c = icmp eq i1 %1, true
;   ret i1 %c
; }
;
; define i1 @wide(i128 noundef %x, i128 noundef %y) #0 {
;   %1 = xor i128 %x, %y
;   %2 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !3
;   %3 = icmp ne i8 %2, 0
;   br i1 %3, label %5, label %4, !prof !4, !nosanitize !3
;
; 4:                                                ; preds = %5, %0
;   %c = icmp eq i128 %1, -1
;   ret i1 %c
;
; 5:                                                ; preds = %0
;   notail call void @__fz_tell.__cmplog_ins_hook16(i128 %1, i128 -1, i8 zeroext 1) #3, !nosanitize !3
;   %6 = xor i128 %y, -1
;   %7 = xor i128 %x, -1
;   notail call void @__fz_tell.__cmplog_ins_hook16(i128 %x, i128 %6, i8 zeroext 1) #3, !nosanitize !3
;   notail call void @__fz_tell.__cmplog_ins_hook16(i128 %y, i128 %7, i8 zeroext 1) #3, !nosanitize !3
;   br label %4
; }
;
; define i1 @wide_high(i128 noundef %x) #0 {
;   %1 = lshr i128 %x, 127
;   %2 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !3
;   %3 = icmp ne i8 %2, 0
;   br i1 %3, label %5, label %4, !prof !4, !nosanitize !3
;
; 4:                                                ; preds = %5, %0
;   %c = icmp eq i128 %1, 1
;   ret i1 %c
;
; 5:                                                ; preds = %0
;   notail call void @__fz_tell.__cmplog_ins_hook16(i128 %1, i128 1, i8 zeroext 1) #3, !nosanitize !3
;   %6 = and i128 %x, 170141183460469231731687303715884105727
;   %7 = or i128 %6, -170141183460469231731687303715884105728
;   notail call void @__fz_tell.__cmplog_ins_hook16(i128 %x, i128 %7, i8 zeroext 1) #3, !nosanitize !3
;   br label %4
; }
;
; define i1 @wider(i256 noundef %x, i256 noundef %y) #0 {
;   %1 = xor i256 %x, %y
;   %c = icmp eq i256 %1, -1
;   ret i1 %c
; }
;
; define i1 @none_of_them(i32 noundef %x) #0 {
;   %1 = xor i32 %x, 5
;   %2 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !3
;   %3 = icmp ne i8 %2, 0
;   br i1 %3, label %5, label %4, !prof !4, !nosanitize !3
;
; 4:                                                ; preds = %5, %0
;   %c = icmp ult i32 %1, 0
;   ret i1 %c
;
; 5:                                                ; preds = %0
;   notail call void @__fz_tell.__cmplog_ins_hook4(i32 zeroext %1, i32 zeroext 0, i8 zeroext 4) #3, !nosanitize !3
;   br label %4
; }
;
; declare extern_weak void @__cmplog_ins_hook8(i64, i64, i8)
;
; declare extern_weak void @__cmplog_ins_hook4(i32, i32, i8)
;
; declare extern_weak void @__cmplog_ins_hook16(i128, i128, i8)
;
; attributes #0 = { "fz-sites" }
; attributes #1 = { disable_sanitizer_instrumentation noinline nounwind }
; attributes #2 = { disable_sanitizer_instrumentation nounwind }
; attributes #3 = { nomerge nounwind }
;
; !fz.facts = !{!0, !1, !2}
;
; !0 = !{!"done:sites", !"10"}
; !1 = !{!"skipped:sites:wide", !"1"}
; !2 = !{!"done:compares", !"10"}
; !3 = !{}
; !4 = !{!"branch_weights", i32 9, i32 1}
