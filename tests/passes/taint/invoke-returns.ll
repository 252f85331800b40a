; What comes back of a call that may throw is looked at on an edge of its own, also where the program has a φ of it.
; pipeline: taint
target triple = "x86_64-pc-linux-gnu"
declare i32 @f()
declare i32 @__gxx_personality_v0(...)

define i32 @g(i1 noundef %calls) personality ptr @__gxx_personality_v0 {
entry:
  br i1 %calls, label %call, label %merge
call:
  %x = invoke i32 @f() to label %merge unwind label %pad
merge:
  %y = phi i32 [ %x, %call ], [ 5, %entry ]
  ret i32 %y
pad:
  %p = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %p
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; $__fz_taint.enter.slow = comdat any
;
; $__fz_taint.back.slow = comdat any
;
; @__fz_taint_arguments = external thread_local(initialexec) global [64 x [8 x i32]]
; @__fz_taint_tag = external thread_local(initialexec) global i64
; @__fz_taint_return_tag = external thread_local(initialexec) global i64
; @__fz_taint_forwarded = external thread_local(initialexec) global i64
; @__fz_taint_return = external thread_local(initialexec) global [8 x [8 x i32]]
;
; declare i32 @f()
;
; declare i32 @__gxx_personality_v0(...)
;
; define i32 @g(i1 noundef %calls) #0 personality ptr @__gxx_personality_v0 {
; entry:
;   call void @__fz_taint.enter(ptr @g, i32 1)
;   %0 = load i32, ptr @__fz_taint_arguments, align 4
;   br i1 %calls, label %call, label %merge
;
; call:                                             ; preds = %entry
;   store i64 ptrtoint (ptr @f to i64), ptr @__fz_taint_tag, align 8
;   %x = invoke i32 @f() #4
;           to label %call.merge_crit_edge unwind label %pad
;
; call.merge_crit_edge:                             ; preds = %call
;   call void @__fz_taint.back(ptr @f, ptr null, i64 0)
;   %1 = load <4 x i32>, ptr @__fz_taint_return, align 4
;   br label %merge
;
; merge:                                            ; preds = %call.merge_crit_edge, %entry
;   %2 = phi <4 x i32> [ %1, %call.merge_crit_edge ], [ zeroinitializer, %entry ]
;   %y = phi i32 [ %x, %call.merge_crit_edge ], [ 5, %entry ]
;   store <4 x i32> %2, ptr @__fz_taint_return, align 4
;   store i64 ptrtoint (ptr @g to i64), ptr @__fz_taint_return_tag, align 8
;   ret i32 %y
;
; pad:                                              ; preds = %call
;   %p = landingpad { ptr, i32 }
;           cleanup
;   resume { ptr, i32 } %p
; }
;
; ; Function Attrs: alwaysinline nounwind
; define linkonce_odr hidden void @__fz_taint.enter(ptr %f, i32 %n) #1 {
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
; define linkonce_odr hidden void @__fz_taint.back(ptr %f, ptr %name, i64 %lanes) #1 {
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
; attributes #1 = { alwaysinline nounwind }
; attributes #2 = { cold noinline nounwind }
; attributes #3 = { nounwind }
; attributes #4 = { nobuiltin }
;
; !0 = !{!"branch_weights", i32 1048575, i32 1}
