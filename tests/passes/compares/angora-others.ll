;; Switches tell their value, calls that compare whether what they compared is equal. Of divisors, of calls that only pass
;; pointers, and of calls whose result nothing can follow nobody is told.
; pipeline: sites<records=off;pointers=on;indices=on>,compares<form=angora>
; hide: constructor, target
target triple = "x86_64-pc-linux-gnu"
declare i32 @memcmp(ptr, ptr, i64)
declare i32 @strcmp(ptr, ptr)
declare ptr @strstr(ptr, ptr)
declare i32 @own(ptr, ptr)

define i32 @f(i8 %a, ptr %p, ptr %q, i32 %n) {
  %1 = call i32 @memcmp(ptr %p, ptr %q, i64 8)
  %2 = call i32 @strcmp(ptr %p, ptr %q)
  %3 = call ptr @strstr(ptr %p, ptr %q)
  %4 = call i32 @own(ptr %p, ptr %q)
  %5 = udiv i32 7, %n
  %6 = getelementptr i8, ptr %p, i32 %n
  switch i8 %a, label %other [ i8 1, label %one
                               i8 -2, label %one ]
one:
  %7 = musttail call i32 @f(i8 %a, ptr %p, ptr %q, i32 %n)
  ret i32 %7
other:
  ret i32 0
}
;; expected
; $__fz_tell.__angora_trace_switch = comdat any
;
; $__fz_tell.__angora_trace_cmp = comdat any
;
; $__fz_angora_told = comdat any
;
; @__fz_angora_told = linkonce_odr hidden global i32 0, comdat
;
; declare i32 @memcmp(ptr, ptr, i64)
;
; declare i32 @strcmp(ptr, ptr)
;
; declare ptr @strstr(ptr, ptr)
;
; declare i32 @own(ptr, ptr)
;
; define i32 @f(i8 %a, ptr %p, ptr %q, i32 %n) #0 {
;   %1 = call i32 @memcmp(ptr %p, ptr %q, i64 8)
;   %2 = load volatile i32, ptr @__fz_angora_told, align 1, !nosanitize !3
;   %3 = icmp eq i32 %2, 1389634257
;   br i1 %3, label %33, label %4, !prof !4, !nosanitize !3
;
; 4:                                                ; preds = %33, %0
;   %5 = call i32 @strcmp(ptr %p, ptr %q)
;   %6 = load volatile i32, ptr @__fz_angora_told, align 1, !nosanitize !3
;   %7 = icmp eq i32 %6, 44557248
;   br i1 %7, label %28, label %8, !prof !4, !nosanitize !3
;
; 8:                                                ; preds = %28, %4
;   %9 = call ptr @strstr(ptr %p, ptr %q)
;   %10 = load volatile i32, ptr @__fz_angora_told, align 1, !nosanitize !3
;   %11 = icmp eq i32 %10, -215179021
;   br i1 %11, label %22, label %12, !prof !4, !nosanitize !3
;
; 12:                                               ; preds = %22, %8
;   %13 = call i32 @own(ptr %p, ptr %q)
;   %14 = udiv i32 7, %n
;   %15 = getelementptr i8, ptr %p, i32 %n
;   %16 = load volatile i32, ptr @__fz_angora_told, align 1, !nosanitize !3
;   %17 = icmp eq i32 %16, 870161719
;   br i1 %17, label %20, label %18, !prof !4, !nosanitize !3
;
; 18:                                               ; preds = %20, %12
;   switch i8 %a, label %other [
;     i8 1, label %one
;     i8 -2, label %one
;   ]
;
; one:                                              ; preds = %18, %18
;   %19 = musttail call i32 @f(i8 %a, ptr %p, ptr %q, i32 %n)
;   ret i32 %19
;
; other:                                            ; preds = %18
;   ret i32 0
;
; 20:                                               ; preds = %12
;   %21 = zext i8 %a to i64
;   notail call void @__fz_tell.__angora_trace_switch(i32 zeroext 870161719, i32 zeroext 0, i64 %21) #3, !nosanitize !3
;   br label %18
;
; 22:                                               ; preds = %8
;   %23 = ptrtoint ptr %9 to i64
;   %24 = icmp eq i64 %23, 0
;   %25 = xor i1 %24, true
;   %26 = zext i1 %25 to i32
;   %27 = zext i1 %24 to i64
;   notail call void @__fz_tell.__angora_trace_cmp(i32 zeroext %26, i32 zeroext -215179021, i32 zeroext 0, i64 %27, i64 0) #3, !nosanitize !3
;   br label %12
;
; 28:                                               ; preds = %4
;   %29 = icmp ne i32 %5, 0
;   %30 = xor i1 %29, true
;   %31 = zext i1 %30 to i32
;   %32 = zext i1 %29 to i64
;   notail call void @__fz_tell.__angora_trace_cmp(i32 zeroext %31, i32 zeroext 44557248, i32 zeroext 0, i64 %32, i64 0) #3, !nosanitize !3
;   br label %8
;
; 33:                                               ; preds = %0
;   %34 = icmp ne i32 %1, 0
;   %35 = xor i1 %34, true
;   %36 = zext i1 %35 to i32
;   %37 = zext i1 %34 to i64
;   notail call void @__fz_tell.__angora_trace_cmp(i32 zeroext %36, i32 zeroext 1389634257, i32 zeroext 0, i64 %37, i64 0) #3, !nosanitize !3
;   br label %4
; }
;
; ; Function Attrs: disable_sanitizer_instrumentation noinline nounwind
; define linkonce_odr hidden void @__fz_tell.__angora_trace_switch(i32 zeroext %0, i32 zeroext %1, i64 %2) #1 comdat {
;   %4 = icmp ne ptr @__angora_trace_switch, null
;   br i1 %4, label %5, label %6
;
; 5:                                                ; preds = %3
;   musttail call void @__angora_trace_switch(i32 zeroext %0, i32 zeroext %1, i64 %2)
;   ret void
;
; 6:                                                ; preds = %3
;   ret void
; }
;
; declare extern_weak void @__angora_trace_switch(i32, i32, i64)
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
; attributes #0 = { "fz-sites" }
; attributes #1 = { disable_sanitizer_instrumentation noinline nounwind }
; attributes #2 = { disable_sanitizer_instrumentation nounwind }
; attributes #3 = { nomerge nounwind }
;
; !fz.facts = !{!0, !1, !2}
;
; !0 = !{!"done:sites", !"7"}
; !1 = !{!"done:compares", !"4"}
; !2 = !{!"skipped:compares:untold", !"3"}
; !3 = !{}
; !4 = !{!"branch_weights", i32 9, i32 1}
