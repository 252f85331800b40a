;; What is left alone, and why.
; pipeline: split-calls<unroll=4>
@ab = private constant [3 x i8] c"ab\00"
@abcde = private constant [6 x i8] c"abcde\00"
@raw = private constant [2 x i8] c"ab"
@e = private constant [1 x i8] zeroinitializer
@high = private constant [3 x i8] c"a\FF\00"
declare i32 @strcmp(ptr, ptr)
declare i32 @strncmp(ptr, ptr, i64)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @strstr(ptr, ptr)
declare ptr @strcasestr(ptr, ptr)
declare ptr @memmem(ptr, i64, ptr, i64)
declare ptr @strchr(ptr, i32)
declare ptr @memchr(ptr, i32, i64)
declare i64 @strspn(ptr, ptr)
declare i32 @g_strcmp0(ptr, ptr)
declare i32 @xmlStrncmp(ptr, ptr, i32)
declare void @take(...)

define i32 @xmlStrcmp(ptr %s, ptr %t) {
  %r = musttail call i32 @strcmp(ptr %s, ptr %t)
  ret i32 %r
}

define void @f(ptr %s, ptr %t, ptr addrspace(1) %far, i32 %c, i64 %n) {
  %defined = call i32 @xmlStrcmp(ptr %s, ptr @ab)
  %constant = call i32 @strcmp(ptr @ab, ptr @abcde)
  %unterminated = call i32 @strcmp(ptr %s, ptr @raw)
  %null = call i32 @g_strcmp0(ptr %s, ptr null)
  %empty = call i32 @strncmp(ptr %s, ptr %t, i64 0)
  %negative = call i32 @xmlStrncmp(ptr %s, ptr %t, i32 -1)
  %short = call i32 @memcmp(ptr %s, ptr @raw, i64 3)
  %unused = call i32 @strcmp(ptr %s, ptr @ab)
  %far_away = call i32 @strcmp(ptr addrspace(1) %far, ptr @ab)
  %types = call i64 @strcmp(ptr %s, ptr @ab)
  %bundle = call i32 @strcmp(ptr %s, ptr @ab) [ "deopt"(i32 0) ]
  %convention = call fastcc i32 @strcmp(ptr %s, ptr @ab)
  %no_needle = call ptr @strstr(ptr %s, ptr %t)
  %empty_needle = call ptr @strstr(ptr %s, ptr @e)
  %one = call ptr @strstr(ptr %s, ptr getelementptr (i8, ptr @ab, i64 1))
  %long = call ptr @strstr(ptr %s, ptr @abcde)
  %haystack = call ptr @strstr(ptr @abcde, ptr @ab)
  %never = call ptr @memmem(ptr %s, i64 1, ptr @ab, i64 2)
  %odd = call ptr @strcasestr(ptr %s, ptr @high)
  %no_set = call ptr @strchr(ptr %s, i32 97)
  %no_length = call ptr @memchr(ptr @ab, i32 %c, i64 %n)
  %no_span = call i64 @strspn(ptr %s, ptr %t)
  call void (...) @take(i32 %defined, i32 %constant, i32 %unterminated, i32 %null, i32 %empty, i32 %negative, i32 %short, i32 %far_away, i64 %types, i32 %bundle, i32 %convention, ptr %no_needle, ptr %empty_needle, ptr %one, ptr %long, ptr %haystack, ptr %never, ptr %odd, ptr %no_set, ptr %no_length, i64 %no_span)
  ret void
}

define i32 @uninitialised(ptr %s) sanitize_memory {
  %r = call i32 @strcmp(ptr %s, ptr @ab)
  ret i32 %r
}
;; expected
;
; @ab = private constant [3 x i8] c"ab\00"
; @abcde = private constant [6 x i8] c"abcde\00"
; @raw = private constant [2 x i8] c"ab"
; @e = private constant [1 x i8] zeroinitializer
; @high = private constant [3 x i8] c"a\FF\00"
;
; declare i32 @strcmp(ptr, ptr)
;
; declare i32 @strncmp(ptr, ptr, i64)
;
; declare i32 @memcmp(ptr, ptr, i64)
;
; declare ptr @strstr(ptr, ptr)
;
; declare ptr @strcasestr(ptr, ptr)
;
; declare ptr @memmem(ptr, i64, ptr, i64)
;
; declare ptr @strchr(ptr, i32)
;
; declare ptr @memchr(ptr, i32, i64)
;
; declare i64 @strspn(ptr, ptr)
;
; declare i32 @g_strcmp0(ptr, ptr)
;
; declare i32 @xmlStrncmp(ptr, ptr, i32)
;
; declare void @take(...)
;
; define i32 @xmlStrcmp(ptr %s, ptr %t) {
;   %r = musttail call i32 @strcmp(ptr %s, ptr %t)
;   ret i32 %r
; }
;
; define void @f(ptr %s, ptr %t, ptr addrspace(1) %far, i32 %c, i64 %n) {
;   %defined = call i32 @xmlStrcmp(ptr %s, ptr @ab)
;   %constant = call i32 @strcmp(ptr @ab, ptr @abcde)
;   %unterminated = call i32 @strcmp(ptr %s, ptr @raw)
;   %null = call i32 @g_strcmp0(ptr %s, ptr null)
;   %empty = call i32 @strncmp(ptr %s, ptr %t, i64 0)
;   %negative = call i32 @xmlStrncmp(ptr %s, ptr %t, i32 -1)
;   %short = call i32 @memcmp(ptr %s, ptr @raw, i64 3)
;   %unused = call i32 @strcmp(ptr %s, ptr @ab)
;   %far_away = call i32 @strcmp(ptr addrspace(1) %far, ptr @ab)
;   %types = call i64 @strcmp(ptr %s, ptr @ab)
;   %bundle = call i32 @strcmp(ptr %s, ptr @ab) [ "deopt"(i32 0) ]
;   %convention = call fastcc i32 @strcmp(ptr %s, ptr @ab)
;   %no_needle = call ptr @strstr(ptr %s, ptr %t)
;   %empty_needle = call ptr @strstr(ptr %s, ptr @e)
;   %one = call ptr @strstr(ptr %s, ptr getelementptr (i8, ptr @ab, i64 1))
;   %long = call ptr @strstr(ptr %s, ptr @abcde)
;   %haystack = call ptr @strstr(ptr @abcde, ptr @ab)
;   %never = call ptr @memmem(ptr %s, i64 1, ptr @ab, i64 2)
;   %odd = call ptr @strcasestr(ptr %s, ptr @high)
;   %no_set = call ptr @strchr(ptr %s, i32 97)
;   %no_length = call ptr @memchr(ptr @ab, i32 %c, i64 %n)
;   %no_span = call i64 @strspn(ptr %s, ptr %t)
;   call void (...) @take(i32 %defined, i32 %constant, i32 %unterminated, i32 %null, i32 %empty, i32 %negative, i32 %short, i32 %far_away, i64 %types, i32 %bundle, i32 %convention, ptr %no_needle, ptr %empty_needle, ptr %one, ptr %long, ptr %haystack, ptr %never, ptr %odd, ptr %no_set, ptr %no_length, i64 %no_span)
;   ret void
; }
;
; ; Function Attrs: sanitize_memory
; define i32 @uninitialised(ptr %s) #0 {
;   %r = call i32 @strcmp(ptr %s, ptr @ab)
;   ret i32 %r
; }
;
; attributes #0 = { sanitize_memory }
;
; !fz.facts = !{!0, !1, !2, !3, !4, !5, !6, !7, !8, !9, !10, !11, !12, !13, !14, !15, !16, !17, !18, !19}
;
; !0 = !{!"skipped:split-calls:constant", !"1"}
; !1 = !{!"skipped:split-calls:constant-haystack", !"1"}
; !2 = !{!"skipped:split-calls:constant-too-short", !"1"}
; !3 = !{!"skipped:split-calls:defined-here", !"1"}
; !4 = !{!"skipped:split-calls:empty", !"2"}
; !5 = !{!"skipped:split-calls:locale", !"1"}
; !6 = !{!"skipped:split-calls:long-needle", !"1"}
; !7 = !{!"skipped:split-calls:musttail", !"1"}
; !8 = !{!"skipped:split-calls:needle-too-long", !"1"}
; !9 = !{!"skipped:split-calls:negative-length", !"1"}
; !10 = !{!"skipped:split-calls:no-terminator", !"1"}
; !11 = !{!"skipped:split-calls:null", !"1"}
; !12 = !{!"skipped:split-calls:operand-bundle", !"1"}
; !13 = !{!"skipped:split-calls:sanitize-memory", !"1"}
; !14 = !{!"skipped:split-calls:short-needle", !"1"}
; !15 = !{!"skipped:split-calls:unexpected-type", !"3"}
; !16 = !{!"skipped:split-calls:unused", !"1"}
; !17 = !{!"skipped:split-calls:variable-length", !"1"}
; !18 = !{!"skipped:split-calls:variable-needle", !"1"}
; !19 = !{!"skipped:split-calls:variable-set", !"2"}
