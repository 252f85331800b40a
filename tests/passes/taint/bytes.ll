; pipeline: taint
;; Bytes keep their labels where they are moved, and share one where they are mixed.
target triple = "x86_64-pc-linux-gnu"

define i8 @second(ptr %p) {
  %x = load i32, ptr %p
  %s = lshr i32 %x, 8
  %b = trunc i32 %s to i8
  ret i8 %b
}

define i32 @sum(i32 %a, i32 %b) {
  %s = add i32 %a, %b
  ret i32 %s
}

define i32 @clean(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %go = icmp ult i32 %next, %n
  br i1 %go, label %loop, label %end
end:
  ret i32 %next
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; $__fz_taint.union.slow = comdat any
;
; $__fz_taint.row.slow = comdat any
;
; $__fz_taint.mix.4.slow = comdat any
;
; $__fz_taint.enter.slow = comdat any
;
; @__fz_taint_arguments = external thread_local(initialexec) global [64 x [8 x i32]]
; @__fz_taint_room = external thread_local(initialexec) global [128 x i32]
; @__fz_taint_tag = external thread_local(initialexec) global i64
; @__fz_taint_return_tag = external thread_local(initialexec) global i64
; @__fz_taint_return = external thread_local(initialexec) global [8 x [8 x i32]]
;
; define i8 @second(ptr %p) #0 {
;   call void @__fz_taint.enter(ptr @second, i32 1)
;   %1 = load i32, ptr @__fz_taint_arguments, align 4
;   %2 = ptrtoint ptr %p to i64
;   %3 = and i64 %2, 17592186044415
;   %4 = shl i64 %3, 2
;   %5 = inttoptr i64 %4 to ptr
;   %6 = load <4 x i32>, ptr %5, align 4
;   %7 = call <4 x i32> @__fz_taint.mix.4(<4 x i32> %6, i32 %1, ptr @__fz_taint_room)
;   %x = load i32, ptr %p, align 4
;   %8 = shufflevector <4 x i32> %7, <4 x i32> zeroinitializer, <4 x i32> <i32 1, i32 2, i32 3, i32 4>
;   %s = lshr i32 %x, 8
;   %9 = shufflevector <4 x i32> %8, <4 x i32> zeroinitializer, <1 x i32> zeroinitializer
;   %10 = extractelement <1 x i32> %9, i32 0
;   %b = trunc i32 %s to i8
;   store i32 %10, ptr @__fz_taint_return, align 4
;   store i64 ptrtoint (ptr @second to i64), ptr @__fz_taint_return_tag, align 8
;   ret i8 %b
; }
;
; define i32 @sum(i32 %a, i32 %b) #0 {
;   call void @__fz_taint.enter(ptr @sum, i32 2)
;   %1 = load <4 x i32>, ptr @__fz_taint_arguments, align 4
;   %2 = load <4 x i32>, ptr getelementptr (i8, ptr @__fz_taint_arguments, i64 32), align 4
;   %3 = call i32 @__fz_taint.sum.4(<4 x i32> %1, ptr @__fz_taint_room)
;   %4 = call i32 @__fz_taint.sum.4(<4 x i32> %2, ptr @__fz_taint_room)
;   %5 = call i32 @__fz_taint.union(i32 %3, i32 %4)
;   %s = add i32 %a, %b
;   %6 = insertelement <4 x i32> zeroinitializer, i32 %5, i32 0
;   %7 = shufflevector <4 x i32> %6, <4 x i32> zeroinitializer, <4 x i32> zeroinitializer
;   store <4 x i32> %7, ptr @__fz_taint_return, align 4
;   store i64 ptrtoint (ptr @sum to i64), ptr @__fz_taint_return_tag, align 8
;   ret i32 %s
; }
;
; define i32 @clean(i32 %n) #0 {
; entry:
;   call void @__fz_taint.enter(ptr @clean, i32 1)
;   %0 = load <4 x i32>, ptr @__fz_taint_arguments, align 4
;   br label %loop
;
; loop:                                             ; preds = %loop, %entry
;   %i = phi i32 [ 0, %entry ], [ %next, %loop ]
;   %next = add i32 %i, 1
;   %1 = call i32 @__fz_taint.sum.4(<4 x i32> %0, ptr @__fz_taint_room)
;   %go = icmp ult i32 %next, %n
;   br i1 %go, label %loop, label %end
;
; end:                                              ; preds = %loop
;   store <4 x i32> zeroinitializer, ptr @__fz_taint_return, align 4
;   store i64 ptrtoint (ptr @clean to i64), ptr @__fz_taint_return_tag, align 8
;   ret i32 %next
; }
;
; ; Function Attrs: alwaysinline nounwind willreturn memory(none)
; define linkonce_odr hidden i32 @__fz_taint.union(i32 %a, i32 %b) #1 {
;   %za = icmp eq i32 %a, 0
;   br i1 %za, label %b.only, label %more, !prof !0
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
; ; Function Attrs: alwaysinline nounwind willreturn memory(none)
; define linkonce_odr hidden i32 @__fz_taint.sum.4(<4 x i32> %v, ptr %s) #1 {
;   %i = bitcast <4 x i32> %v to i128
;   %z = icmp eq i128 %i, 0
;   br i1 %z, label %clean, label %some, !prof !0
;
; clean:                                            ; preds = %0
;   ret i32 0
;
; some:                                             ; preds = %0
;   store <4 x i32> %v, ptr %s, align 4
;   %u = call preserve_allcc i32 @__fz_taint.row.slow(ptr %s, i64 4)
;   ret i32 %u
; }
;
; ; Function Attrs: cold noinline nounwind
; define linkonce_odr hidden preserve_allcc i32 @__fz_taint.row.slow(ptr %labels, i64 %count) #2 comdat {
;   %u = call i32 @__fz_taint_union_row(ptr %labels, i64 %count)
;   ret i32 %u
; }
;
; ; Function Attrs: nounwind
; declare i32 @__fz_taint_union_row(ptr, i64) #3
;
; ; Function Attrs: alwaysinline nounwind willreturn memory(none)
; define linkonce_odr hidden <4 x i32> @__fz_taint.mix.4(<4 x i32> %v, i32 %l, ptr %s) #1 {
;   %z = icmp eq i32 %l, 0
;   br i1 %z, label %same, label %some, !prof !0
;
; same:                                             ; preds = %0
;   ret <4 x i32> %v
;
; some:                                             ; preds = %0
;   %i = bitcast <4 x i32> %v to i128
;   %c = icmp eq i128 %i, 0
;   br i1 %c, label %alone, label %both
;
; alone:                                            ; preds = %some
;   %o = insertelement <4 x i32> zeroinitializer, i32 %l, i32 0
;   %w = shufflevector <4 x i32> %o, <4 x i32> zeroinitializer, <4 x i32> zeroinitializer
;   ret <4 x i32> %w
;
; both:                                             ; preds = %some
;   store <4 x i32> %v, ptr %s, align 4
;   call preserve_allcc void @__fz_taint.mix.4.slow(ptr %s, i32 %l)
;   %u = load <4 x i32>, ptr %s, align 4
;   ret <4 x i32> %u
; }
;
; ; Function Attrs: cold noinline nounwind
; define linkonce_odr hidden preserve_allcc void @__fz_taint.mix.4.slow(ptr %s, i32 %l) #2 comdat {
;   %p0 = getelementptr i32, ptr %s, i64 0
;   %o0 = load i32, ptr %p0, align 4
;   %u0 = call i32 @__fz_taint_union(i32 %o0, i32 %l)
;   store i32 %u0, ptr %p0, align 4
;   %p1 = getelementptr i32, ptr %s, i64 1
;   %o1 = load i32, ptr %p1, align 4
;   %u1 = call i32 @__fz_taint_union(i32 %o1, i32 %l)
;   store i32 %u1, ptr %p1, align 4
;   %p2 = getelementptr i32, ptr %s, i64 2
;   %o2 = load i32, ptr %p2, align 4
;   %u2 = call i32 @__fz_taint_union(i32 %o2, i32 %l)
;   store i32 %u2, ptr %p2, align 4
;   %p3 = getelementptr i32, ptr %s, i64 3
;   %o3 = load i32, ptr %p3, align 4
;   %u3 = call i32 @__fz_taint_union(i32 %o3, i32 %l)
;   store i32 %u3, ptr %p3, align 4
;   ret void
; }
;
; ; Function Attrs: alwaysinline nounwind
; define linkonce_odr hidden void @__fz_taint.enter(ptr %f, i32 %n) #4 {
;   %t = load i64, ptr @__fz_taint_tag, align 4
;   %own = ptrtoint ptr %f to i64
;   %is = icmp eq i64 %t, %own
;   br i1 %is, label %end, label %foreign, !prof !0
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
; attributes #0 = { "fz-taint" }
; attributes #1 = { alwaysinline nounwind willreturn memory(none) }
; attributes #2 = { cold noinline nounwind }
; attributes #3 = { nounwind }
; attributes #4 = { alwaysinline nounwind }
;
; !0 = !{!"branch_weights", i32 1048575, i32 1}
