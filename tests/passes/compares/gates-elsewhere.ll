;; Where the runtime cannot change code, sites have no gates of their own.
; pipeline: sites<records=off>,compares<gates=on;form=cmplog>
; hide: constructor, helpers, target
target triple = "aarch64-unknown-linux-gnu"

define i1 @number(i32 noundef %x) {
  %1 = icmp eq i32 %x, 305419896
  ret i1 %1
}
;; expected
; $__fz_compares_on = comdat any
;
; @__fz_compares_on = linkonce_odr hidden global i8 0, comdat
;
; define i1 @number(i32 noundef %x) #0 {
;   %1 = load volatile i8, ptr @__fz_compares_on, align 1, !nosanitize !2
;   %2 = icmp ne i8 %1, 0
;   br i1 %2, label %5, label %3, !prof !3, !nosanitize !2
;
; 3:                                                ; preds = %5, %0
;   %4 = icmp eq i32 %x, 305419896
;   ret i1 %4
;
; 5:                                                ; preds = %0
;   notail call void @__fz_tell.__cmplog_ins_hook4(i32 zeroext %x, i32 zeroext 305419896, i8 zeroext 1) #3, !nosanitize !2
;   br label %3
; }
;
; declare extern_weak void @__cmplog_ins_hook4(i32, i32, i8)
;
; attributes #0 = { "fz-sites" }
; attributes #1 = { disable_sanitizer_instrumentation noinline nounwind }
; attributes #2 = { disable_sanitizer_instrumentation nounwind }
; attributes #3 = { nomerge nounwind }
;
; !fz.facts = !{!0, !1}
;
; !0 = !{!"done:sites", !"1"}
; !1 = !{!"done:compares", !"1"}
; !2 = !{}
; !3 = !{!"branch_weights", i32 9, i32 1}
