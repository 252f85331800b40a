; pipeline: taint
;; Labels go by slots; a function of the library's without labels has those of what it is passed.
target triple = "x86_64-pc-linux-gnu"

declare i64 @strlen(ptr)
declare double @sqrt(double)
declare void @log_it(ptr, ...)

define internal i16 @own(i16 %x, ptr byval(i64) %by) {
  ret i16 %x
}

define i64 @calls(ptr %s, double %d, ptr %by) {
  %n = call i64 @strlen(ptr %s)
  %r = call double @sqrt(double %d)
  %i = fptosi double %r to i16
  %o = call i16 @own(i16 %i, ptr byval(i64) %by)
  call void (ptr, ...) @log_it(ptr %s, i64 %n, double %d)
  %e = zext i16 %o to i64
  %sum = add i64 %n, %e
  ret i64 %sum
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; $__fz_taint.union.slow = comdat any
;
; $__fz_taint.row.slow = comdat any
;
; $__fz_taint.enter.slow = comdat any
;
; $__fz_taint.back.slow = comdat any
;
; @__fz_taint_arguments = external thread_local(initialexec) global [64 x [8 x i32]]
; @__fz_taint_name = private unnamed_addr constant [7 x i8] c"strlen\00"
; @__fz_taint_variadic = external thread_local(initialexec) global [1024 x i32]
; @__fz_taint_overflow = external thread_local(initialexec) global i64
; @__fz_taint_room = external thread_local(initialexec) global [128 x i32]
; @__fz_taint_tag = external thread_local(initialexec) global i64
; @__fz_taint_return_tag = external thread_local(initialexec) global i64
; @__fz_taint_forwarded = external thread_local(initialexec) global i64
; @__fz_taint_return = external thread_local(initialexec) global [8 x [8 x i32]]
;
; declare i64 @strlen(ptr)
;
; declare double @sqrt(double)
;
; declare void @log_it(ptr, ...)
;
; define internal i16 @own(i16 %x, ptr byval(i64) %by) #0 {
;   call void @__fz_taint.enter(ptr @own, i32 2)
;   %1 = load <2 x i32>, ptr @__fz_taint_arguments, align 4
;   call void @__fz_taint.by_value(ptr %by, ptr getelementptr (i8, ptr @__fz_taint_arguments, i64 32), i64 8)
;   store <2 x i32> %1, ptr @__fz_taint_return, align 4
;   store i64 ptrtoint (ptr @own to i64), ptr @__fz_taint_return_tag, align 8
;   ret i16 %x
; }
;
; define i64 @calls(ptr %s, double %d, ptr %by) #0 {
;   call void @__fz_taint.enter(ptr @calls, i32 3)
;   %1 = load i32, ptr @__fz_taint_arguments, align 4
;   %2 = load i32, ptr getelementptr (i8, ptr @__fz_taint_arguments, i64 32), align 4
;   %3 = load i32, ptr getelementptr (i8, ptr @__fz_taint_arguments, i64 64), align 4
;   store i32 %1, ptr @__fz_taint_arguments, align 4
;   store i64 ptrtoint (ptr @strlen to i64), ptr @__fz_taint_tag, align 8
;   %n = call i64 @strlen(ptr %s) #5
;   call void @__fz_taint.back(ptr @strlen, ptr @__fz_taint_name, i64 1)
;   %4 = load <8 x i32>, ptr @__fz_taint_return, align 4
;   store i32 %2, ptr @__fz_taint_arguments, align 4
;   store i64 ptrtoint (ptr @sqrt to i64), ptr @__fz_taint_tag, align 8
;   %r = call double @sqrt(double %d) #5
;   call void @__fz_taint.back(ptr @sqrt, ptr null, i64 1)
;   %5 = load i32, ptr @__fz_taint_return, align 4
;   %i = fptosi double %r to i16
;   %6 = insertelement <2 x i32> zeroinitializer, i32 %5, i32 0
;   %7 = shufflevector <2 x i32> %6, <2 x i32> zeroinitializer, <2 x i32> zeroinitializer
;   store <2 x i32> %7, ptr @__fz_taint_arguments, align 4
;   store ptr %by, ptr getelementptr (i8, ptr @__fz_taint_arguments, i64 32), align 4
;   store i64 ptrtoint (ptr @own to i64), ptr @__fz_taint_tag, align 8
;   %o = call i16 @own(i16 %i, ptr byval(i64) %by) #5
;   %8 = load <2 x i32>, ptr @__fz_taint_return, align 4
;   store i32 %1, ptr @__fz_taint_arguments, align 4
;   store <8 x i32> %4, ptr getelementptr (i8, ptr @__fz_taint_arguments, i64 32), align 4
;   store i32 %2, ptr getelementptr (i8, ptr @__fz_taint_arguments, i64 64), align 4
;   store <8 x i32> %4, ptr getelementptr (i8, ptr @__fz_taint_variadic, i64 32), align 4
;   %9 = insertelement <8 x i32> zeroinitializer, i32 %2, i32 0
;   %10 = shufflevector <8 x i32> %9, <8 x i32> zeroinitializer, <8 x i32> zeroinitializer
;   store <8 x i32> %10, ptr getelementptr (i8, ptr @__fz_taint_variadic, i64 192), align 4
;   store i64 0, ptr @__fz_taint_overflow, align 8
;   store i64 ptrtoint (ptr @log_it to i64), ptr @__fz_taint_tag, align 8
;   call void (ptr, ...) @log_it(ptr %s, i64 %n, double %d) #5
;   %11 = shufflevector <2 x i32> %8, <2 x i32> zeroinitializer, <8 x i32> <i32 0, i32 1, i32 2, i32 2, i32 2, i32 2, i32 2, i32 2>
;   %e = zext i16 %o to i64
;   %12 = call i32 @__fz_taint.sum.8(<8 x i32> %4, ptr @__fz_taint_room)
;   %13 = call i32 @__fz_taint.sum.8(<8 x i32> %11, ptr @__fz_taint_room)
;   %14 = call i32 @__fz_taint.union(i32 %12, i32 %13)
;   %sum = add i64 %n, %e
;   %15 = insertelement <8 x i32> zeroinitializer, i32 %14, i32 0
;   %16 = shufflevector <8 x i32> %15, <8 x i32> zeroinitializer, <8 x i32> zeroinitializer
;   store <8 x i32> %16, ptr @__fz_taint_return, align 4
;   store i64 ptrtoint (ptr @calls to i64), ptr @__fz_taint_return_tag, align 8
;   ret i64 %sum
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
; define linkonce_odr hidden i32 @__fz_taint.sum.8(<8 x i32> %v, ptr %s) #1 {
;   %i = bitcast <8 x i32> %v to i256
;   %z = icmp eq i256 %i, 0
;   br i1 %z, label %clean, label %some, !prof !0
;
; clean:                                            ; preds = %0
;   ret i32 0
;
; some:                                             ; preds = %0
;   store <8 x i32> %v, ptr %s, align 4
;   %u = call preserve_allcc i32 @__fz_taint.row.slow(ptr %s, i64 8)
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
; ; Function Attrs: alwaysinline nounwind
; define linkonce_odr hidden void @__fz_taint.by_value(ptr %to, ptr %slot, i64 %n) #4 {
;   %from = load ptr, ptr %slot, align 4
;   %z = icmp eq ptr %from, null
;   br i1 %z, label %clean, label %some
;
; clean:                                            ; preds = %0
;   call void @__fz_taint_fill(ptr %to, i64 %n, i32 0)
;   ret void
;
; some:                                             ; preds = %0
;   call void @__fz_taint_copy(ptr %to, ptr %from, i64 %n)
;   ret void
; }
;
; ; Function Attrs: nounwind
; declare void @__fz_taint_fill(ptr, i64, i32) #3
;
; ; Function Attrs: nounwind
; declare void @__fz_taint_copy(ptr, ptr, i64) #3
;
; ; Function Attrs: alwaysinline nounwind
; define linkonce_odr hidden void @__fz_taint.back(ptr %f, ptr %name, i64 %lanes) #4 {
;   %t = load i64, ptr @__fz_taint_return_tag, align 4
;   %own = ptrtoint ptr %f to i64
;   %is = icmp eq i64 %t, %own
;   br i1 %is, label %end, label %foreign, !prof !0
;
; foreign:                                          ; preds = %0
;   call preserve_allcc void @__fz_taint.back.slow(ptr %f, ptr %name, i64 %lanes)
;   br label %end
;
; end:                                              ; preds = %foreign, %0
;   ret void
; }
;
; ; Function Attrs: cold noinline nounwind
; define linkonce_odr hidden preserve_allcc void @__fz_taint.back.slow(ptr %f, ptr %name, i64 %lanes) #2 comdat {
;   %t = load i64, ptr @__fz_taint_forwarded, align 4
;   %own = ptrtoint ptr %f to i64
;   %is = icmp eq i64 %t, %own
;   br i1 %is, label %tail, label %foreign
;
; tail:                                             ; preds = %0
;   store i64 0, ptr @__fz_taint_forwarded, align 4
;   ret void
;
; foreign:                                          ; preds = %0
;   %l = call i32 @__fz_taint_foreign(ptr %f, ptr %name, i64 %lanes)
;   %v = insertelement <8 x i32> zeroinitializer, i32 %l, i32 0
;   %w = shufflevector <8 x i32> %v, <8 x i32> zeroinitializer, <8 x i32> zeroinitializer
;   %p0 = getelementptr [8 x i32], ptr @__fz_taint_return, i64 0
;   store <8 x i32> %w, ptr %p0, align 4
;   %p1 = getelementptr [8 x i32], ptr @__fz_taint_return, i64 1
;   store <8 x i32> %w, ptr %p1, align 4
;   %p2 = getelementptr [8 x i32], ptr @__fz_taint_return, i64 2
;   store <8 x i32> %w, ptr %p2, align 4
;   %p3 = getelementptr [8 x i32], ptr @__fz_taint_return, i64 3
;   store <8 x i32> %w, ptr %p3, align 4
;   %p4 = getelementptr [8 x i32], ptr @__fz_taint_return, i64 4
;   store <8 x i32> %w, ptr %p4, align 4
;   %p5 = getelementptr [8 x i32], ptr @__fz_taint_return, i64 5
;   store <8 x i32> %w, ptr %p5, align 4
;   %p6 = getelementptr [8 x i32], ptr @__fz_taint_return, i64 6
;   store <8 x i32> %w, ptr %p6, align 4
;   %p7 = getelementptr [8 x i32], ptr @__fz_taint_return, i64 7
;   store <8 x i32> %w, ptr %p7, align 4
;   ret void
; }
;
; ; Function Attrs: nounwind
; declare i32 @__fz_taint_foreign(ptr, ptr, i64) #3
;
; attributes #0 = { "fz-taint" }
; attributes #1 = { alwaysinline nounwind willreturn memory(none) }
; attributes #2 = { cold noinline nounwind }
; attributes #3 = { nounwind }
; attributes #4 = { alwaysinline nounwind }
; attributes #5 = { nobuiltin }
;
; !0 = !{!"branch_weights", i32 1048575, i32 1}
