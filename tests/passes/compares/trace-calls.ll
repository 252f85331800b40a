;; The callback hears whether the operands differ, and for the call's address the function's with the site's number. A
;; compare of the result tells nothing more. Pointers that may be null are looked at.
; pipeline: sites<records=off;pointers=on>,compares
; hide: constructor, target
target triple = "x86_64-pc-linux-gnu"
declare i32 @memcmp(ptr, ptr, i64)
declare i32 @strncasecmp(ptr, ptr, i64)
declare i32 @xmlStrEqual(ptr, ptr)
declare ptr @memmem(ptr, i64, ptr, i64)
declare ptr @g_strstr_len(ptr, i32, ptr)
declare i32 @_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE7compareEPKc(ptr, ptr)
declare i32 @look(ptr, ptr)

define i1 @f(ptr noundef %p, ptr noundef %q, i64 noundef %n) {
  %1 = call i32 @memcmp(ptr %p, ptr %q, i64 %n)
  %2 = icmp eq i32 %1, 0
  %3 = call noundef i32 @strncasecmp(ptr %p, ptr %q, i64 4)
  %4 = call i32 @xmlStrEqual(ptr %p, ptr %q)
  %5 = call ptr @memmem(ptr %p, i64 %n, ptr %q, i64 3)
  %6 = call ptr @g_strstr_len(ptr %p, i32 -1, ptr %q)
  %7 = call i32 @_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE7compareEPKc(ptr %p, ptr %q)
  %8 = call i32 @look(ptr %p, ptr %q)
  ret i1 %2
}
;; expected
; $__fz_tell.__sanitizer_weak_hook_strstr = comdat any
;
; $__fz_tell.__sanitizer_weak_hook_memmem = comdat any
;
; $__fz_tell.__sanitizer_weak_hook_strcmp = comdat any
;
; $__fz_tell.__sanitizer_weak_hook_strncasecmp = comdat any
;
; $__fz_tell.__sanitizer_weak_hook_memcmp = comdat any
;
; $__fz_compares_on = comdat any
;
; @__fz_compares_on = linkonce_odr hidden global i8 0, comdat
;
; declare i32 @memcmp(ptr, ptr, i64)
;
; declare i32 @strncasecmp(ptr, ptr, i64)
;
; declare i32 @xmlStrEqual(ptr, ptr)
;
; declare ptr @memmem(ptr, i64, ptr, i64)
;
; declare ptr @g_strstr_len(ptr, i32, ptr)
;
; declare i32 @_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE7compareEPKc(ptr, ptr)
;
; declare i32 @look(ptr, ptr)
;
; define i1 @f(ptr noundef %p, ptr noundef %q, i64 noundef %n) #0 {
;   %1 = call i32 @memcmp(ptr %p, ptr %q, i64 %n)
;   %2 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !4
;   %3 = icmp ne i8 %2, 0
;   br i1 %3, label %40, label %4, !prof !5, !nosanitize !4
;
; 4:                                                ; preds = %40, %0
;   %5 = icmp eq i32 %1, 0
;   %6 = call noundef i32 @strncasecmp(ptr %p, ptr %q, i64 4)
;   %7 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !4
;   %8 = icmp ne i8 %7, 0
;   br i1 %8, label %37, label %9, !prof !5, !nosanitize !4
;
; 9:                                                ; preds = %37, %4
;   %10 = call i32 @xmlStrEqual(ptr %p, ptr %q)
;   %11 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !4
;   %12 = icmp ne i8 %11, 0
;   br i1 %12, label %30, label %13, !prof !5, !nosanitize !4
;
; 13:                                               ; preds = %34, %32, %30, %9
;   %14 = call ptr @memmem(ptr %p, i64 %n, ptr %q, i64 3)
;   %15 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !4
;   %16 = icmp ne i8 %15, 0
;   br i1 %16, label %29, label %17, !prof !5, !nosanitize !4
;
; 17:                                               ; preds = %29, %13
;   %18 = call ptr @g_strstr_len(ptr %p, i32 -1, ptr %q)
;   %19 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !4
;   %20 = icmp ne i8 %19, 0
;   br i1 %20, label %24, label %21, !prof !5, !nosanitize !4
;
; 21:                                               ; preds = %28, %26, %24, %17
;   %22 = call i32 @_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE7compareEPKc(ptr %p, ptr %q)
;   %23 = call i32 @look(ptr %p, ptr %q)
;   ret i1 %5
;
; 24:                                               ; preds = %17
;   %25 = icmp eq ptr %p, null
;   br i1 %25, label %21, label %26, !nosanitize !4
;
; 26:                                               ; preds = %24
;   %27 = icmp eq ptr %q, null
;   br i1 %27, label %21, label %28, !nosanitize !4
;
; 28:                                               ; preds = %26
;   notail call void @__fz_tell.__sanitizer_weak_hook_strstr(ptr getelementptr (i8, ptr @f, i64 6), ptr %p, ptr %q, ptr %18) #3, !nosanitize !4
;   br label %21
;
; 29:                                               ; preds = %13
;   notail call void @__fz_tell.__sanitizer_weak_hook_memmem(ptr getelementptr (i8, ptr @f, i64 5), ptr %p, i64 %n, ptr %q, i64 3, ptr %14) #3, !nosanitize !4
;   br label %17
;
; 30:                                               ; preds = %9
;   %31 = icmp eq ptr %p, null
;   br i1 %31, label %13, label %32, !nosanitize !4
;
; 32:                                               ; preds = %30
;   %33 = icmp eq ptr %q, null
;   br i1 %33, label %13, label %34, !nosanitize !4
;
; 34:                                               ; preds = %32
;   %35 = icmp eq i32 %10, 0
;   %36 = zext i1 %35 to i32
;   notail call void @__fz_tell.__sanitizer_weak_hook_strcmp(ptr getelementptr (i8, ptr @f, i64 4), ptr %p, ptr %q, i32 zeroext %36) #3, !nosanitize !4
;   br label %13
;
; 37:                                               ; preds = %4
;   %38 = icmp ne i32 %6, 0
;   %39 = zext i1 %38 to i32
;   notail call void @__fz_tell.__sanitizer_weak_hook_strncasecmp(ptr getelementptr (i8, ptr @f, i64 3), ptr %p, ptr %q, i64 4, i32 zeroext %39) #3, !nosanitize !4
;   br label %9
;
; 40:                                               ; preds = %0
;   %41 = icmp ne i32 %1, 0
;   %42 = zext i1 %41 to i32
;   notail call void @__fz_tell.__sanitizer_weak_hook_memcmp(ptr @f, ptr %p, ptr %q, i64 %n, i32 zeroext %42) #3, !nosanitize !4
;   br label %4
; }
;
; ; Function Attrs: disable_sanitizer_instrumentation noinline nounwind
; define linkonce_odr hidden void @__fz_tell.__sanitizer_weak_hook_strstr(ptr %0, ptr %1, ptr %2, ptr %3) #1 comdat {
;   %5 = icmp ne ptr @__sanitizer_weak_hook_strstr, null
;   br i1 %5, label %6, label %7
;
; 6:                                                ; preds = %4
;   musttail call void @__sanitizer_weak_hook_strstr(ptr %0, ptr %1, ptr %2, ptr %3)
;   ret void
;
; 7:                                                ; preds = %4
;   ret void
; }
;
; declare extern_weak void @__sanitizer_weak_hook_strstr(ptr, ptr, ptr, ptr)
;
; ; Function Attrs: disable_sanitizer_instrumentation noinline nounwind
; define linkonce_odr hidden void @__fz_tell.__sanitizer_weak_hook_memmem(ptr %0, ptr %1, i64 %2, ptr %3, i64 %4, ptr %5) #1 comdat {
;   %7 = icmp ne ptr @__sanitizer_weak_hook_memmem, null
;   br i1 %7, label %8, label %9
;
; 8:                                                ; preds = %6
;   musttail call void @__sanitizer_weak_hook_memmem(ptr %0, ptr %1, i64 %2, ptr %3, i64 %4, ptr %5)
;   ret void
;
; 9:                                                ; preds = %6
;   ret void
; }
;
; declare extern_weak void @__sanitizer_weak_hook_memmem(ptr, ptr, i64, ptr, i64, ptr)
;
; ; Function Attrs: disable_sanitizer_instrumentation noinline nounwind
; define linkonce_odr hidden void @__fz_tell.__sanitizer_weak_hook_strcmp(ptr %0, ptr %1, ptr %2, i32 zeroext %3) #1 comdat {
;   %5 = icmp ne ptr @__sanitizer_weak_hook_strcmp, null
;   br i1 %5, label %6, label %7
;
; 6:                                                ; preds = %4
;   musttail call void @__sanitizer_weak_hook_strcmp(ptr %0, ptr %1, ptr %2, i32 zeroext %3)
;   ret void
;
; 7:                                                ; preds = %4
;   ret void
; }
;
; declare extern_weak void @__sanitizer_weak_hook_strcmp(ptr, ptr, ptr, i32)
;
; ; Function Attrs: disable_sanitizer_instrumentation noinline nounwind
; define linkonce_odr hidden void @__fz_tell.__sanitizer_weak_hook_strncasecmp(ptr %0, ptr %1, ptr %2, i64 %3, i32 zeroext %4) #1 comdat {
;   %6 = icmp ne ptr @__sanitizer_weak_hook_strncasecmp, null
;   br i1 %6, label %7, label %8
;
; 7:                                                ; preds = %5
;   musttail call void @__sanitizer_weak_hook_strncasecmp(ptr %0, ptr %1, ptr %2, i64 %3, i32 zeroext %4)
;   ret void
;
; 8:                                                ; preds = %5
;   ret void
; }
;
; declare extern_weak void @__sanitizer_weak_hook_strncasecmp(ptr, ptr, ptr, i64, i32)
;
; ; Function Attrs: disable_sanitizer_instrumentation noinline nounwind
; define linkonce_odr hidden void @__fz_tell.__sanitizer_weak_hook_memcmp(ptr %0, ptr %1, ptr %2, i64 %3, i32 zeroext %4) #1 comdat {
;   %6 = icmp ne ptr @__sanitizer_weak_hook_memcmp, null
;   br i1 %6, label %7, label %8
;
; 7:                                                ; preds = %5
;   musttail call void @__sanitizer_weak_hook_memcmp(ptr %0, ptr %1, ptr %2, i64 %3, i32 zeroext %4)
;   ret void
;
; 8:                                                ; preds = %5
;   ret void
; }
;
; declare extern_weak void @__sanitizer_weak_hook_memcmp(ptr, ptr, ptr, i64, i32)
;
; declare extern_weak void @__sanitizer_cov_trace_cmp1(i8, i8)
;
; attributes #0 = { "fz-sites" }
; attributes #1 = { disable_sanitizer_instrumentation noinline nounwind }
; attributes #2 = { disable_sanitizer_instrumentation nounwind }
; attributes #3 = { nomerge nounwind }
;
; !fz.facts = !{!0, !1, !2, !3}
;
; !0 = !{!"done:sites", !"8"}
; !1 = !{!"skipped:sites:lengths", !"1"}
; !2 = !{!"done:compares", !"5"}
; !3 = !{!"skipped:compares:untold", !"3"}
; !4 = !{}
; !5 = !{!"branch_weights", i32 9, i32 1}
