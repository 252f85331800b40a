;; Labels stand in tables outside of functions. @elsewhere is not copied, its table is not either; @here is copied and may
;; go on at each of its labels. Only @not_reached is not reached.
; pipeline: linkable
; hide: target
target triple = "x86_64-pc-linux-gnu"

@of_elsewhere = internal constant [2 x ptr] [ptr blockaddress(@elsewhere, %a), ptr blockaddress(@elsewhere, %b)]
@of_here = internal constant [2 x ptr] [ptr blockaddress(@here, %a), ptr blockaddress(@here, %b)]
@of_both = internal constant [2 x ptr] [ptr blockaddress(@elsewhere, %a), ptr blockaddress(@here, %a)]

declare void @not_reached()
declare void @reached(ptr)
declare void @reached_in_line()

define i32 @elsewhere(i64 %at) {
  %slot = getelementptr [2 x ptr], ptr @of_elsewhere, i64 0, i64 %at
  %label = load ptr, ptr %slot
  indirectbr ptr %label, [label %a, label %b]
a:
  ret i32 1
b:
  ret i32 2
}

define internal void @here(i64 %at, i32 %x) {
  %slot = getelementptr [2 x ptr], ptr @of_here, i64 0, i64 %at
  %label = load ptr, ptr %slot
  indirectbr ptr %label, [label %a, label %b]
a:
  %is = icmp eq i32 %x, 4
  br i1 %is, label %end, label %yes
yes:
  call void @reached(ptr @of_both)
  br label %end
b:
  ret void
end:
  ret void
}

define internal void @in_line(i1 %which, i32 %x) {
  %label = select i1 %which, ptr blockaddress(@in_line, %a), ptr blockaddress(@in_line, %b)
  indirectbr ptr %label, [label %a, label %b]
a:
  %is = icmp eq i32 %x, 4
  br i1 %is, label %end, label %yes
yes:
  call void @reached_in_line()
  br label %end
b:
  ret void
end:
  ret void
}

define internal void @plain(i32 %x) {
  %is = icmp eq i32 %x, 4
  br i1 %is, label %end, label %yes
yes:
  call void @not_reached()
  br label %end
end:
  ret void
}

define void @main(i64 %at, i1 %which, i32 %x) {
  call void @here(i64 %at, i32 %x)
  call void @in_line(i1 %which, i32 %x)
  call void @plain(i32 4)
  ret void
}
;; expected
; @of_elsewhere = internal constant [2 x ptr] [ptr blockaddress(@elsewhere, %a), ptr blockaddress(@elsewhere, %b)]
; @of_here = internal constant [2 x ptr] [ptr blockaddress(@here, %a), ptr blockaddress(@here, %b)]
; @of_both = internal constant [2 x ptr] [ptr blockaddress(@elsewhere, %a), ptr blockaddress(@here, %a)]
;
; declare extern_weak void @not_reached()
;
; declare void @reached(ptr)
;
; declare void @reached_in_line()
;
; define i32 @elsewhere(i64 %at) {
;   %slot = getelementptr [2 x ptr], ptr @of_elsewhere, i64 0, i64 %at
;   %label = load ptr, ptr %slot, align 8
;   indirectbr ptr %label, [label %a, label %b]
;
; a:                                                ; preds = %0
;   ret i32 1
;
; b:                                                ; preds = %0
;   ret i32 2
; }
;
; define internal void @here(i64 %at, i32 %x) {
;   %slot = getelementptr [2 x ptr], ptr @of_here, i64 0, i64 %at
;   %label = load ptr, ptr %slot, align 8
;   indirectbr ptr %label, [label %a, label %b]
;
; a:                                                ; preds = %0
;   %is = icmp eq i32 %x, 4
;   br i1 %is, label %end, label %yes
;
; yes:                                              ; preds = %a
;   call void @reached(ptr @of_both)
;   br label %end
;
; b:                                                ; preds = %0
;   ret void
;
; end:                                              ; preds = %yes, %a
;   ret void
; }
;
; define internal void @in_line(i1 %which, i32 %x) {
;   %label = select i1 %which, ptr blockaddress(@in_line, %a), ptr blockaddress(@in_line, %b)
;   indirectbr ptr %label, [label %a, label %b]
;
; a:                                                ; preds = %0
;   %is = icmp eq i32 %x, 4
;   br i1 %is, label %end, label %yes
;
; yes:                                              ; preds = %a
;   call void @reached_in_line()
;   br label %end
;
; b:                                                ; preds = %0
;   ret void
;
; end:                                              ; preds = %yes, %a
;   ret void
; }
;
; define internal void @plain(i32 %x) {
;   %is = icmp eq i32 %x, 4
;   br i1 %is, label %end, label %yes
;
; yes:                                              ; preds = %0
;   call void @not_reached()
;   br label %end
;
; end:                                              ; preds = %yes, %0
;   ret void
; }
;
; define void @main(i64 %at, i1 %which, i32 %x) {
;   call void @here(i64 %at, i32 %x)
;   call void @in_line(i1 %which, i32 %x)
;   call void @plain(i32 4)
;   ret void
; }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:linkable", !"1"}
