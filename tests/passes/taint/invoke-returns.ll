;; What comes back of a call that may throw is looked at on an edge of its own, also where the program has a φ of it.
; pipeline: taint
; hide: helpers, target
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
; ; Function Attrs: nounwind
; declare void @__fz_taint_clear_arguments(i32) #3
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
