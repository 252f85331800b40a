;; Behind the call, where its result is; in front of it where there is no room. A function of the unit's own may be
;; anything.
; pipeline: sites<records=off;pointers=on>
; codegen: no
target triple = "x86_64-pc-linux-gnu"
@word = private constant [5 x i8] c"ab\00cd"

declare i32 @memcmp(ptr, ptr, i64)
declare i32 @xmlStrEqual(ptr, ptr)
declare ptr @memmem(ptr, i64, ptr, i64)
declare ptr @g_strstr_len(ptr, i64, ptr)
declare ptr @strchr(ptr, i32)
declare i32 @_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE7compareEPKc(ptr, ptr)
declare i32 @__gxx_personality_v0(...)

define i32 @strncmp(ptr %a, ptr %b, i64 %n) {
  ret i32 0
}

define i32 @f(ptr %p, i64 %n) personality ptr @__gxx_personality_v0 {
  %1 = call i32 @memcmp(ptr %p, ptr @word, i64 5)
  %2 = call i32 @xmlStrEqual(ptr %p, ptr @word)
  %3 = call ptr @memmem(ptr %p, i64 %n, ptr @word, i64 2)
  %4 = call ptr @g_strstr_len(ptr %p, i64 -1, ptr @word)
  %5 = call ptr @strchr(ptr %p, i32 7)
  %6 = call i32 @strncmp(ptr %p, ptr @word, i64 %n)
  %7 = invoke i32 @_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE7compareEPKc(ptr %p, ptr @word)
          to label %one unwind label %lpad
one:
  %8 = invoke i32 @memcmp(ptr %p, ptr @word, i64 %n)
          to label %two unwind label %lpad
two:
  %9 = phi i32 [ %8, %one ], [ %11, %lpad ]
  ret i32 %9
lpad:
  %10 = landingpad { ptr, i32 } cleanup
  %11 = extractvalue { ptr, i32 } %10, 1
  br label %two
}

define i32 @tail(ptr %p, ptr %q) {
  %1 = musttail call i32 @xmlStrEqual(ptr %p, ptr %q)
  ret i32 %1
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; @word = private constant [5 x i8] c"ab\00cd"
;
; declare i32 @memcmp(ptr, ptr, i64)
;
; declare i32 @xmlStrEqual(ptr, ptr)
;
; declare ptr @memmem(ptr, i64, ptr, i64)
;
; declare ptr @g_strstr_len(ptr, i64, ptr)
;
; declare ptr @strchr(ptr, i32)
;
; declare i32 @_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE7compareEPKc(ptr, ptr)
;
; declare i32 @__gxx_personality_v0(...)
;
; define i32 @strncmp(ptr %a, ptr %b, i64 %n) #0 {
;   ret i32 0
; }
;
; define i32 @f(ptr %p, i64 %n) #0 personality ptr @__gxx_personality_v0 {
;   %1 = call i32 @memcmp(ptr %p, ptr @word, i64 5)
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 0, i32 8, i32 1, i32 0, ptr %p, ptr @word, i64 5, i32 %1) #2
;   %2 = call i32 @xmlStrEqual(ptr %p, ptr @word)
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 1, i32 8, i32 2, i32 12, ptr %p, ptr @word, i32 %2) #2
;   %3 = call ptr @memmem(ptr %p, i64 %n, ptr @word, i64 2)
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 2, i32 8, i32 6, i32 0, ptr %p, ptr @word, i64 %n, i64 2, ptr %3) #2
;   %4 = call ptr @g_strstr_len(ptr %p, i64 -1, ptr @word)
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 3, i32 8, i32 7, i32 5, ptr %p, ptr @word, ptr %4) #2
;   %5 = call ptr @strchr(ptr %p, i32 7)
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 4, i32 9, i32 12, i32 0, ptr %p, ptr @word, i64 %n) #2
;   %6 = call i32 @strncmp(ptr %p, ptr @word, i64 %n)
;   %7 = invoke i32 @_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE7compareEPKc(ptr %p, ptr @word)
;           to label %one unwind label %lpad
;
; one:                                              ; preds = %0
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 5, i32 8, i32 9, i32 0, ptr %p, ptr @word, i32 %7) #2
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 6, i32 8, i32 1, i32 0, ptr %p, ptr @word, i64 %n) #2
;   %8 = invoke i32 @memcmp(ptr %p, ptr @word, i64 %n)
;           to label %two unwind label %lpad
;
; two:                                              ; preds = %lpad, %one
;   %9 = phi i32 [ %8, %one ], [ %11, %lpad ]
;   ret i32 %9
;
; lpad:                                             ; preds = %one, %0
;   %10 = landingpad { ptr, i32 }
;           cleanup
;   %11 = extractvalue { ptr, i32 } %10, 1
;   br label %two
; }
;
; define i32 @tail(ptr %p, ptr %q) #0 {
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 0, i32 9, i32 11, i32 0, ptr %p, ptr %q) #2
;   %1 = musttail call i32 @xmlStrEqual(ptr %p, ptr %q)
;   ret i32 %1
; }
;
; ; Function Attrs: nocallback nounwind willreturn memory(argmem: read, inaccessiblemem: readwrite)
; declare void @fz.site(i32, i32, i32, i32, ...) #1
;
; attributes #0 = { "fz-sites" }
; attributes #1 = { nocallback nounwind willreturn memory(argmem: read, inaccessiblemem: readwrite) }
; attributes #2 = { nomerge }
;
; !fz.facts = !{!0, !1}
;
; !0 = !{!"done:sites", !"8"}
; !1 = !{!"skipped:sites:lengths", !"1"}
