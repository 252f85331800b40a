;; Each by the callback for what it compares; the result is a compare like others.
; pipeline: sites<records=off;pointers=on>,compares<form=cmplog>
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
; $__fz_tell.__cmplog_rtn_hook = comdat any
;
; $__fz_tell.__cmplog_rtn_gcc_stdstring_cstring = comdat any
;
; $__fz_tell.__cmplog_rtn_hook_str = comdat any
;
; $__fz_tell.__cmplog_rtn_hook_n = comdat any
;
; $__fz_tell.__cmplog_rtn_hook_strn = comdat any
;
; $__fz_tell.__cmplog_ins_hook4 = comdat any
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
;   %2 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !3
;   %3 = icmp ne i8 %2, 0
;   br i1 %3, label %48, label %4, !prof !4, !nosanitize !3
;
; 4:                                                ; preds = %48, %0
;   %5 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !3
;   %6 = icmp ne i8 %5, 0
;   br i1 %6, label %47, label %7, !prof !4, !nosanitize !3
;
; 7:                                                ; preds = %47, %4
;   %8 = icmp eq i32 %1, 0
;   %9 = call noundef i32 @strncasecmp(ptr %p, ptr %q, i64 4)
;   %10 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !3
;   %11 = icmp ne i8 %10, 0
;   br i1 %11, label %46, label %12, !prof !4, !nosanitize !3
;
; 12:                                               ; preds = %46, %7
;   %13 = call i32 @xmlStrEqual(ptr %p, ptr %q)
;   %14 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !3
;   %15 = icmp ne i8 %14, 0
;   br i1 %15, label %41, label %16, !prof !4, !nosanitize !3
;
; 16:                                               ; preds = %45, %43, %41, %12
;   %17 = call ptr @memmem(ptr %p, i64 %n, ptr %q, i64 3)
;   %18 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !3
;   %19 = icmp ne i8 %18, 0
;   br i1 %19, label %40, label %20, !prof !4, !nosanitize !3
;
; 20:                                               ; preds = %40, %16
;   %21 = call ptr @g_strstr_len(ptr %p, i32 -1, ptr %q)
;   %22 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !3
;   %23 = icmp ne i8 %22, 0
;   br i1 %23, label %35, label %24, !prof !4, !nosanitize !3
;
; 24:                                               ; preds = %39, %37, %35, %20
;   %25 = call i32 @_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE7compareEPKc(ptr %p, ptr %q)
;   %26 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !3
;   %27 = icmp ne i8 %26, 0
;   br i1 %27, label %34, label %28, !prof !4, !nosanitize !3
;
; 28:                                               ; preds = %34, %24
;   %29 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !3
;   %30 = icmp ne i8 %29, 0
;   br i1 %30, label %33, label %31, !prof !4, !nosanitize !3
;
; 31:                                               ; preds = %33, %28
;   %32 = call i32 @look(ptr %p, ptr %q)
;   ret i1 %8
;
; 33:                                               ; preds = %28
;   notail call void @__fz_tell.__cmplog_rtn_hook(ptr %p, ptr %q) #3, !nosanitize !3
;   br label %31
;
; 34:                                               ; preds = %24
;   notail call void @__fz_tell.__cmplog_rtn_gcc_stdstring_cstring(ptr %p, ptr %q) #3, !nosanitize !3
;   br label %28
;
; 35:                                               ; preds = %20
;   %36 = icmp eq ptr %p, null
;   br i1 %36, label %24, label %37, !nosanitize !3
;
; 37:                                               ; preds = %35
;   %38 = icmp eq ptr %q, null
;   br i1 %38, label %24, label %39, !nosanitize !3
;
; 39:                                               ; preds = %37
;   notail call void @__fz_tell.__cmplog_rtn_hook_str(ptr %p, ptr %q) #3, !nosanitize !3
;   br label %24
;
; 40:                                               ; preds = %16
;   notail call void @__fz_tell.__cmplog_rtn_hook_n(ptr %p, ptr %q, i64 3) #3, !nosanitize !3
;   br label %20
;
; 41:                                               ; preds = %12
;   %42 = icmp eq ptr %p, null
;   br i1 %42, label %16, label %43, !nosanitize !3
;
; 43:                                               ; preds = %41
;   %44 = icmp eq ptr %q, null
;   br i1 %44, label %16, label %45, !nosanitize !3
;
; 45:                                               ; preds = %43
;   notail call void @__fz_tell.__cmplog_rtn_hook_str(ptr %p, ptr %q) #3, !nosanitize !3
;   br label %16
;
; 46:                                               ; preds = %7
;   notail call void @__fz_tell.__cmplog_rtn_hook_strn(ptr %p, ptr %q, i64 4) #3, !nosanitize !3
;   br label %12
;
; 47:                                               ; preds = %4
;   notail call void @__fz_tell.__cmplog_ins_hook4(i32 zeroext %1, i32 zeroext 0, i8 zeroext 1) #3, !nosanitize !3
;   br label %7
;
; 48:                                               ; preds = %0
;   notail call void @__fz_tell.__cmplog_rtn_hook_n(ptr %p, ptr %q, i64 %n) #3, !nosanitize !3
;   br label %4
; }
;
; ; Function Attrs: disable_sanitizer_instrumentation noinline nounwind
; define linkonce_odr hidden void @__fz_tell.__cmplog_rtn_hook(ptr %0, ptr %1) #1 comdat {
;   %3 = icmp ne ptr @__cmplog_rtn_hook, null
;   br i1 %3, label %4, label %5
;
; 4:                                                ; preds = %2
;   musttail call void @__cmplog_rtn_hook(ptr %0, ptr %1)
;   ret void
;
; 5:                                                ; preds = %2
;   ret void
; }
;
; declare extern_weak void @__cmplog_rtn_hook(ptr, ptr)
;
; ; Function Attrs: disable_sanitizer_instrumentation noinline nounwind
; define linkonce_odr hidden void @__fz_tell.__cmplog_rtn_gcc_stdstring_cstring(ptr %0, ptr %1) #1 comdat {
;   %3 = icmp ne ptr @__cmplog_rtn_gcc_stdstring_cstring, null
;   br i1 %3, label %4, label %5
;
; 4:                                                ; preds = %2
;   musttail call void @__cmplog_rtn_gcc_stdstring_cstring(ptr %0, ptr %1)
;   ret void
;
; 5:                                                ; preds = %2
;   ret void
; }
;
; declare extern_weak void @__cmplog_rtn_gcc_stdstring_cstring(ptr, ptr)
;
; ; Function Attrs: disable_sanitizer_instrumentation noinline nounwind
; define linkonce_odr hidden void @__fz_tell.__cmplog_rtn_hook_str(ptr %0, ptr %1) #1 comdat {
;   %3 = icmp ne ptr @__cmplog_rtn_hook_str, null
;   br i1 %3, label %4, label %5
;
; 4:                                                ; preds = %2
;   musttail call void @__cmplog_rtn_hook_str(ptr %0, ptr %1)
;   ret void
;
; 5:                                                ; preds = %2
;   ret void
; }
;
; declare extern_weak void @__cmplog_rtn_hook_str(ptr, ptr)
;
; ; Function Attrs: disable_sanitizer_instrumentation noinline nounwind
; define linkonce_odr hidden void @__fz_tell.__cmplog_rtn_hook_n(ptr %0, ptr %1, i64 %2) #1 comdat {
;   %4 = icmp ne ptr @__cmplog_rtn_hook_n, null
;   br i1 %4, label %5, label %6
;
; 5:                                                ; preds = %3
;   musttail call void @__cmplog_rtn_hook_n(ptr %0, ptr %1, i64 %2)
;   ret void
;
; 6:                                                ; preds = %3
;   ret void
; }
;
; declare extern_weak void @__cmplog_rtn_hook_n(ptr, ptr, i64)
;
; ; Function Attrs: disable_sanitizer_instrumentation noinline nounwind
; define linkonce_odr hidden void @__fz_tell.__cmplog_rtn_hook_strn(ptr %0, ptr %1, i64 %2) #1 comdat {
;   %4 = icmp ne ptr @__cmplog_rtn_hook_strn, null
;   br i1 %4, label %5, label %6
;
; 5:                                                ; preds = %3
;   musttail call void @__cmplog_rtn_hook_strn(ptr %0, ptr %1, i64 %2)
;   ret void
;
; 6:                                                ; preds = %3
;   ret void
; }
;
; declare extern_weak void @__cmplog_rtn_hook_strn(ptr, ptr, i64)
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
; attributes #0 = { "fz-sites" }
; attributes #1 = { disable_sanitizer_instrumentation noinline nounwind }
; attributes #2 = { disable_sanitizer_instrumentation nounwind }
; attributes #3 = { nomerge nounwind }
;
; !fz.facts = !{!0, !1, !2}
;
; !0 = !{!"done:sites", !"8"}
; !1 = !{!"skipped:sites:lengths", !"1"}
; !2 = !{!"done:compares", !"8"}
; !3 = !{}
; !4 = !{!"branch_weights", i32 9, i32 1}
