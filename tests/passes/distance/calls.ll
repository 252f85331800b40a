;; Strings are read directly after the call, since the program may change them before it branches. Answers that are asked
;; something else are numbers.
; pipeline: distance
target triple = "x86_64-pc-linux-gnu"

@word = private constant [5 x i8] c"word\00"

declare i32 @strcmp(ptr, ptr)
declare i32 @memcmp(ptr, ptr, i64)
declare i32 @bcmp(ptr, ptr, i64)
declare i32 @strncasecmp(ptr, ptr, i64)
declare ptr @strstr(ptr, ptr)
declare ptr @memmem(ptr, i64, ptr, i64)
declare i32 @xmlStrEqual(ptr, ptr)
declare void @free(ptr)

define i32 @equal(ptr %p) {
  %r = call i32 @strcmp(ptr %p, ptr @word)
  call void @free(ptr %p)
  %c = icmp eq i32 %r, 0
  br i1 %c, label %yes, label %no

yes:
  ret i32 1

no:
  ret i32 0
}

define i32 @order(ptr %p, ptr %q, i64 %n) {
  %r = call i32 @memcmp(ptr %p, ptr %q, i64 %n)
  %c = icmp sgt i32 %r, -1
  br i1 %c, label %more, label %no

more:
  %s = call i32 @strncasecmp(ptr %p, ptr %q, i64 4)
  %d = icmp slt i32 %s, 1
  br i1 %d, label %odd, label %no

odd:
  %t = call i32 @bcmp(ptr %p, ptr %q, i64 %n)
  %e = icmp eq i32 %t, 3
  br i1 %e, label %yes, label %no

yes:
  ret i32 1

no:
  ret i32 0
}

define i32 @search(ptr %p, ptr %q, i64 %n) {
  %r = call ptr @strstr(ptr %p, ptr @word)
  %c = icmp eq ptr %r, null
  br i1 %c, label %no, label %more

more:
  %s = call ptr @memmem(ptr %p, i64 %n, ptr %q, i64 3)
  %d = icmp ne ptr %s, null
  br i1 %d, label %yes, label %no

yes:
  %t = call i32 @xmlStrEqual(ptr %p, ptr %q)
  %e = icmp ne i32 %t, 0
  br i1 %e, label %yes, label %no

no:
  ret i32 0
}
