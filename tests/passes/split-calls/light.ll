; What the dictionary has is left to it; what it has not, and junk, is split.
; pipeline: split-calls<mode=light;unroll=1>
@ab = private constant [3 x i8] c"ab\00"
@xy = private constant [3 x i8] c"xy\00"
@pq = private constant [3 x i8] c"pq\00"
declare i32 @strcmp(ptr, ptr)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @strstr(ptr, ptr)
declare ptr @strchr(ptr, i32)

define i32 @constant(ptr %s) {
  %r = call i32 @strcmp(ptr %s, ptr @ab)
  ret i32 %r
}

define ptr @needle(ptr %s) {
  %r = call ptr @strstr(ptr %s, ptr @ab)
  ret ptr %r
}

define i1 @cut(ptr %s) {
  %r = call i32 @memcmp(ptr %s, ptr @xy, i64 1)
  %c = icmp eq i32 %r, 0
  ret i1 %c
}

define i1 @whole(ptr %s) {
  %r = call i32 @memcmp(ptr %s, ptr @xy, i64 2)
  %c = icmp eq i32 %r, 0
  ret i1 %c
}

define i1 @junk(ptr %s) {
  %r = call i32 @memcmp(ptr %s, ptr @pq, i64 2)
  %c = icmp eq i32 %r, 0
  ret i1 %c
}

define i1 @variable(ptr %s, ptr %t) {
entry:
  %r = call i32 @strcmp(ptr %s, ptr %t)
  %c = icmp eq i32 %r, 0
  br i1 %c, label %yes, label %no
yes:
  ret i1 true
no:
  ret i1 false
}

define ptr @set(i32 noundef %c) {
  %r = call ptr @strchr(ptr @ab, i32 %c)
  ret ptr %r
}

define ptr @other_set(i32 noundef %c) {
  %r = call ptr @strchr(ptr @pq, i32 %c)
  ret ptr %r
}

!fz.words = !{!0, !1, !2}
!0 = !{i64 0, i64 6, i64 90, i64 0, !"", i64 0, i64 0, !"strcmp", !"ab"}
!1 = !{i64 0, i64 6, i64 90, i64 0, !"", i64 0, i64 0, !"memcmp", !"xy"}
!2 = !{i64 0, i64 6, i64 9, i64 0, !"", i64 0, i64 0, !"memcmp", !"pq"}
