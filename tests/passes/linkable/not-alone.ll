;; Only functions near the call are looked into; what others do with them is not known. None of the calls goes away.
; pipeline: linkable
; hide: target
target triple = "x86_64-pc-linux-gnu"

@mode = internal global i32 0

declare void @by_variable()
declare void @by_caller()
declare void @in_place()

@other_name = alias void (i32), ptr @set
@other_mode = alias i32, ptr @mode
@chosen = ifunc void (), ptr @choose

define ptr @choose() {
  ret ptr @reads
}

define void @set(i32 %to) {
  store i32 %to, ptr @mode
  ret void
}

define void @reads() {
  %mode = load i32, ptr @mode
  %is = icmp ne i32 %mode, 0
  br i1 %is, label %yes, label %end
yes:
  call void @by_variable()
  br label %end
end:
  ret void
}

define internal void @a(i32 %x) {
  %is = icmp eq i32 %x, 2
  br i1 %is, label %yes, label %end
yes:
  call void @by_caller()
  br label %end
end:
  ret void
}

define internal void @b(i32 %x) {
  call void @a(i32 %x)
  ret void
}

define internal void @c(i32 %x) {
  call void @b(i32 %x)
  ret void
}

define internal void @d(i32 %x) {
  call void @c(i32 %x)
  ret void
}

define internal void @e(i32 %x) {
  call void @d(i32 %x)
  ret void
}

define internal void @f(i32 %x) {
  call void @e(i32 %x)
  ret void
}

define void @main(i32 %count) {
  call void @f(i32 %count)
  %is = icmp sgt i32 %count, 3
  br i1 %is, label %yes, label %end
yes:
  call void @in_place()
  br label %end
end:
  ret void
}
;; expected
; @mode = internal global i32 0
;
; @other_name = alias void (i32), ptr @set
; @other_mode = alias i32, ptr @mode
;
; @chosen = ifunc void (), ptr @choose
;
; declare void @by_variable()
;
; declare void @by_caller()
;
; declare void @in_place()
;
; define ptr @choose() {
;   ret ptr @reads
; }
;
; define void @set(i32 %to) {
;   store i32 %to, ptr @mode, align 4
;   ret void
; }
;
; define void @reads() {
;   %mode = load i32, ptr @mode, align 4
;   %is = icmp ne i32 %mode, 0
;   br i1 %is, label %yes, label %end
;
; yes:                                              ; preds = %0
;   call void @by_variable()
;   br label %end
;
; end:                                              ; preds = %yes, %0
;   ret void
; }
;
; define internal void @a(i32 %x) {
;   %is = icmp eq i32 %x, 2
;   br i1 %is, label %yes, label %end
;
; yes:                                              ; preds = %0
;   call void @by_caller()
;   br label %end
;
; end:                                              ; preds = %yes, %0
;   ret void
; }
;
; define internal void @b(i32 %x) {
;   call void @a(i32 %x)
;   ret void
; }
;
; define internal void @c(i32 %x) {
;   call void @b(i32 %x)
;   ret void
; }
;
; define internal void @d(i32 %x) {
;   call void @c(i32 %x)
;   ret void
; }
;
; define internal void @e(i32 %x) {
;   call void @d(i32 %x)
;   ret void
; }
;
; define internal void @f(i32 %x) {
;   call void @e(i32 %x)
;   ret void
; }
;
; define void @main(i32 %count) {
;   call void @f(i32 %count)
;   %is = icmp sgt i32 %count, 3
;   br i1 %is, label %yes, label %end
;
; yes:                                              ; preds = %0
;   call void @in_place()
;   br label %end
;
; end:                                              ; preds = %yes, %0
;   ret void
; }
