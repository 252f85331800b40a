; pipeline: sites,taint
;; What has no label for certain is no event.
target triple = "x86_64-pc-linux-gnu"

define i1 @asks(ptr %p) {
  %x = load i8, ptr %p
  %c = icmp eq i8 %x, 7
  %d = icmp eq i32 ptrtoint (ptr @g to i32), 9
  %both = and i1 %c, %d
  ret i1 %both
}

@g = global i8 0
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; record .debug_fz_sites in group asks
;   FunctionSites { name: "asks", sites: [
;     CompareSite { number: 0, kind: Integer, guard: None, exploit: false, bits: Some(8), predicate: Some(Equal), signed: false, loop: false, constant: Some("7"), callee: None, place: ? }] }
;
; $__fz_taint.union.slow = comdat any
;
; $__fz_taint.event.slow = comdat any
;
; $__fz_taint.enter.slow = comdat any
;
; @g = global i8 0
; @__fz_taint_arguments = external thread_local(initialexec) global [64 x [8 x i32]]
; @__fz_taint_name = private unnamed_addr constant [5 x i8] c"asks\00"
; @__fz_taint_site = private global [12 x ptr] [ptr inttoptr (i64 360466715 to ptr), ptr inttoptr (i64 4294967297 to ptr), ptr inttoptr (i64 34359738368 to ptr), ptr null, ptr null, ptr null, ptr @__fz_taint_name, ptr null, ptr null, ptr null, ptr null, ptr null]
; @__fz_taint_tag = external thread_local(initialexec) global i64
; @__fz_taint_return_tag = external thread_local(initialexec) global i64
; @__fz_taint_return = external thread_local(initialexec) global [8 x [8 x i32]]
;
; define i1 @asks(ptr %p) #0 {
;   call void @__fz_taint.enter(ptr @asks, i32 1)
;   %1 = load i32, ptr @__fz_taint_arguments, align 4
;   %2 = ptrtoint ptr %p to i64
;   %3 = and i64 %2, 17592186044415
;   %4 = shl i64 %3, 2
;   %5 = inttoptr i64 %4 to ptr
;   %6 = load i32, ptr %5, align 4
;   %7 = call i32 @__fz_taint.union(i32 %6, i32 %1)
;   %x = load i8, ptr %p, align 1
;   call void @__fz_taint.count(ptr @__fz_taint_site)
;   %8 = zext i8 %x to i64
;   call void @__fz_taint.event(ptr @__fz_taint_site, i32 %7, i32 0, i64 %8, i64 7)
;   %c = icmp eq i8 %x, 7
;   %d = icmp eq i32 ptrtoint (ptr @g to i32), 9
;   %both = and i1 %c, %d
;   store i32 %7, ptr @__fz_taint_return, align 4
;   store i64 ptrtoint (ptr @asks to i64), ptr @__fz_taint_return_tag, align 8
;   ret i1 %both
; }
;
; ; Function Attrs: alwaysinline nounwind willreturn memory(none)
; define linkonce_odr hidden i32 @__fz_taint.union(i32 %a, i32 %b) #1 {
;   %za = icmp eq i32 %a, 0
;   br i1 %za, label %b.only, label %more, !prof !2
;
; b.only:                                           ; preds = %0
;   ret i32 %b
;
; more:                                             ; preds = %0
;   %zb = icmp eq i32 %b, 0
;   %same = icmp eq i32 %a, %b
;   %quick = or i1 %zb, %same
;   br i1 %quick, label %a.only, label %both
;
; a.only:                                           ; preds = %more
;   ret i32 %a
;
; both:                                             ; preds = %more
;   %u = call preserve_allcc i32 @__fz_taint.union.slow(i32 %a, i32 %b)
;   ret i32 %u
; }
;
; ; Function Attrs: cold noinline nounwind
; define linkonce_odr hidden preserve_allcc i32 @__fz_taint.union.slow(i32 %a, i32 %b) #2 comdat {
;   %u = call i32 @__fz_taint_union(i32 %a, i32 %b)
;   ret i32 %u
; }
;
; ; Function Attrs: nounwind
; declare i32 @__fz_taint_union(i32, i32) #3
;
; ; Function Attrs: alwaysinline nounwind
; define linkonce_odr hidden void @__fz_taint.event(ptr %s, i32 %la, i32 %lb, i64 %a, i64 %b) #4 {
;   %l = or i32 %la, %lb
;   %z = icmp eq i32 %l, 0
;   br i1 %z, label %end, label %some, !prof !2
;
; some:                                             ; preds = %0
;   %pn = getelementptr i8, ptr %s, i64 80
;   %n = load i64, ptr %pn, align 4
;   %w = zext i32 %l to i64
;   %at = sub i64 %w, 1
;   %in = icmp ult i64 %at, %n
;   %za = icmp eq i32 %la, 0
;   %zb = icmp eq i32 %lb, 0
;   %one = or i1 %za, %zb
;   %is = and i1 %one, %in
;   br i1 %is, label %mark, label %more
;
; mark:                                             ; preds = %some
;   %pr = getelementptr i8, ptr %s, i64 72
;   %row = load ptr, ptr %pr, align 8
;   %byte = lshr i64 %at, 3
;   %bit = trunc i64 %at to i8
;   %low = and i8 %bit, 7
;   %m = shl i8 1, %low
;   %p = getelementptr i8, ptr %row, i64 %byte
;   %old = load i8, ptr %p, align 1
;   %new = or i8 %old, %m
;   store i8 %new, ptr %p, align 1
;   br label %end
;
; more:                                             ; preds = %some
;   %pq = getelementptr i8, ptr %s, i64 88
;   %q = load i32, ptr %pq, align 4
;   %same = icmp eq i32 %q, %l
;   %known = and i1 %one, %same
;   br i1 %known, label %end, label %tell
;
; tell:                                             ; preds = %more
;   call preserve_allcc void @__fz_taint.event.slow(ptr %s, i32 %la, i32 %lb, i64 %a, i64 %b)
;   br label %end
;
; end:                                              ; preds = %tell, %more, %mark, %0
;   ret void
; }
;
; ; Function Attrs: cold noinline nounwind
; define linkonce_odr hidden preserve_allcc void @__fz_taint.event.slow(ptr %s, i32 %la, i32 %lb, i64 %a, i64 %b) #2 comdat {
;   call void @__fz_taint_event(ptr %s, i32 %la, i32 %lb, i64 %a, i64 %b)
;   ret void
; }
;
; ; Function Attrs: nounwind
; declare void @__fz_taint_event(ptr, i32, i32, i64, i64) #3
;
; ; Function Attrs: alwaysinline nounwind
; define linkonce_odr hidden void @__fz_taint.count(ptr %s) #4 {
;   %p = getelementptr i8, ptr %s, i64 32
;   %n = load i32, ptr %p, align 4
;   %m = add i32 %n, 1
;   store i32 %m, ptr %p, align 4
;   ret void
; }
;
; ; Function Attrs: alwaysinline nounwind
; define linkonce_odr hidden void @__fz_taint.enter(ptr %f, i32 %n) #4 {
;   %t = load i64, ptr @__fz_taint_tag, align 4
;   %own = ptrtoint ptr %f to i64
;   %is = icmp eq i64 %t, %own
;   br i1 %is, label %end, label %foreign, !prof !2
;
; foreign:                                          ; preds = %0
;   call preserve_allcc void @__fz_taint.enter.slow(i32 %n)
;   br label %end
;
; end:                                              ; preds = %foreign, %0
;   store i64 0, ptr @__fz_taint_tag, align 4
;   ret void
; }
;
; ; Function Attrs: cold noinline nounwind
; define linkonce_odr hidden preserve_allcc void @__fz_taint.enter.slow(i32 %n) #2 comdat {
;   call void @__fz_taint_clear_arguments(i32 %n)
;   ret void
; }
;
; ; Function Attrs: nounwind
; declare void @__fz_taint_clear_arguments(i32) #3
;
; attributes #0 = { "fz-sites" "fz-taint" }
; attributes #1 = { alwaysinline nounwind willreturn memory(none) }
; attributes #2 = { cold noinline nounwind }
; attributes #3 = { nounwind }
; attributes #4 = { alwaysinline nounwind }
;
; !fz.facts = !{!0, !1}
;
; !0 = !{!"done:sites", !"1"}
; !1 = !{!"done:taint", !"1"}
; !2 = !{!"branch_weights", i32 1048575, i32 1}
