;; Constants that come to a compare by a function that hands on what it is passed, or what stands in it.
; pipeline: pins,dictionary
; codegen: no
target triple = "x86_64-pc-linux-gnu"

@array = private constant { [4 x i8] } { [4 x i8] c"\CA\FE\BA\BE" }
@bytes = private constant [3 x i8] c"\1F\8B\08"
@text = private constant [9 x i8] c"viewed..\00"
@view = private constant { i64, ptr } { i64 6, ptr @text }
@other = private constant [5 x i8] c"more\00"

declare i32 @memcmp(ptr, ptr, i64)
declare i1 @_ZSt5equalIPKhS1_EbT_S2_T0_(ptr, ptr, ptr)

; Calls itself, and does more than hand on.
define internal ptr @more(ptr %p) {
  store i8 0, ptr %p
  %q = call ptr @more(ptr %p)
  ret ptr %q
}

define linkonce_odr ptr @data(ptr %this) {
  %slot = alloca ptr
  store ptr %this, ptr %slot
  %p = load ptr, ptr %slot
  %q = call ptr @begin(ptr %p)
  ret ptr %q
}

define linkonce_odr i64 @size(ptr %this) {
  ret i64 4
}

define linkonce_odr ptr @begin(ptr %p) {
  ret ptr %p
}

define linkonce_odr ptr @end(ptr %p) {
  %q = getelementptr inbounds [3 x i8], ptr %p, i64 1
  ret ptr %q
}

define linkonce_odr ptr @view_data(ptr %this) {
  %field = getelementptr inbounds { i64, ptr }, ptr %this, i32 0, i32 1
  %q = load ptr, ptr %field
  ret ptr %q
}

define linkonce_odr i64 @view_size(ptr %this) {
  %n = load i64, ptr %this
  ret i64 %n
}

define void @f(ptr %s) {
  %p = call ptr @data(ptr @array)
  %n = call i64 @size(ptr @array)
  call i32 @memcmp(ptr %s, ptr %p, i64 %n)
  %b = call ptr @begin(ptr @bytes)
  %e = call ptr @end(ptr @bytes)
  call i1 @_ZSt5equalIPKhS1_EbT_S2_T0_(ptr %b, ptr %e, ptr %s)
  %v = call ptr @view_data(ptr @view)
  %l = call i64 @view_size(ptr @view)
  call i32 @memcmp(ptr %s, ptr %v, i64 %l)
  %m = call ptr @more(ptr @other)
  call i32 @memcmp(ptr %s, ptr %m, i64 4)
  ret void
}
;; expected
