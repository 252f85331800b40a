;; Sites that `guards` planted get numbers and records; its own compares are no sites beside them. Where a guard can never
;; be hit its site goes away, and so it does where all is constant.
; pipeline: guards<sites=on;exploit=on>,function(instcombine,dce),sites
; codegen: no
target triple = "x86_64-pc-linux-gnu"

@file = private unnamed_addr constant [4 x i8] c"a.c\00"
@int = private unnamed_addr constant { i16, i16, [6 x i8] } { i16 0, i16 11, [6 x i8] c"'int'\00" }
@sum = private global { { ptr, i32, i32 }, ptr } { { ptr, i32, i32 } { ptr @file, i32 4, i32 31 }, ptr @int }
@quotient = private global { { ptr, i32, i32 }, ptr } { { ptr, i32, i32 } { ptr @file, i32 9, i32 30 }, ptr @int }

declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare void @__ubsan_handle_add_overflow(ptr, i64, i64)
declare void @__ubsan_handle_divrem_overflow(ptr, i64, i64)

define i32 @sums(i32 noundef %a) {
  %both = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 7)
  %result = extractvalue { i32, i1 } %both, 0
  %over = extractvalue { i32, i1 } %both, 1
  %fine = xor i1 %over, true
  br i1 %fine, label %go, label %handle
handle:
  %x = zext i32 %a to i64
  call void @__ubsan_handle_add_overflow(ptr @sum, i64 %x, i64 7)
  br label %go
go:
  ret i32 %result
}

define i32 @never(i32 noundef %a) {
  %low = and i32 %a, 255
  %both = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %low, i32 7)
  %result = extractvalue { i32, i1 } %both, 0
  %over = extractvalue { i32, i1 } %both, 1
  %fine = xor i1 %over, true
  br i1 %fine, label %go, label %handle
handle:
  %x = zext i32 %low to i64
  call void @__ubsan_handle_add_overflow(ptr @sum, i64 %x, i64 7)
  br label %go
go:
  ret i32 %result
}

; The predicate of the division is the guard's own.
define i32 @divides(i32 %a, i32 %b) {
  %fine = icmp ne i32 %b, 0
  br i1 %fine, label %go, label %handle
handle:
  %x = zext i32 %a to i64
  %y = zext i32 %b to i64
  call void @__ubsan_handle_divrem_overflow(ptr @quotient, i64 %x, i64 %y)
  br label %go
go:
  %answer = udiv i32 %a, %b
  ret i32 %answer
}

define internal i32 @constant(i32 %b) {
  %zero = and i32 %b, 0
  %one = or i32 %zero, 1
  %answer = udiv i32 7, %one
  ret i32 %answer
}

define i32 @calls(i32 %b) {
  %answer = call i32 @constant(i32 %b)
  ret i32 %answer
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; record .debug_fz_sites in group sums
;   FunctionSites { name: "sums", sites: [
;     CompareSite { number: 0, kind: Guard, guard: Some(Add), exploit: false, bits: Some(32), predicate: None, signed: true, loop: false, constant: Some("7"), callee: None, place: ? }] }
; record .debug_fz_sites in group divides
;   FunctionSites { name: "divides", sites: [
;     CompareSite { number: 0, kind: Guard, guard: Some(Divide), exploit: false, bits: Some(32), predicate: Some(Equal), signed: false, loop: false, constant: Some("0"), callee: None, place: ? },
;     CompareSite { number: 1, kind: Divisor, guard: None, exploit: false, bits: Some(32), predicate: None, signed: false, loop: false, constant: None, callee: None, place: ? }] }
;
; $__fz_tell.__fz_guard_hit = comdat any
;
; @file = private unnamed_addr constant [4 x i8] c"a.c\00"
; @int = private unnamed_addr constant { i16, i16, [6 x i8] } { i16 0, i16 11, [6 x i8] c"'int'\00" }
; @sum = private global { { ptr, i32, i32 }, ptr } { { ptr, i32, i32 } { ptr @file, i32 4, i32 31 }, ptr @int }
; @quotient = private global { { ptr, i32, i32 }, ptr } { { ptr, i32, i32 } { ptr @file, i32 9, i32 30 }, ptr @int }
; @__fz_guard = private global [6 x ptr] [ptr @file, ptr getelementptr (i8, ptr @int, i64 4), ptr null, ptr inttoptr (i64 133143986180 to ptr), ptr inttoptr (i64 2149580801 to ptr), ptr null], section "__fz_guards", align 8
; @__fz_guard.1 = private global [6 x ptr] [ptr @file, ptr getelementptr (i8, ptr @int, i64 4), ptr null, ptr inttoptr (i64 128849018889 to ptr), ptr inttoptr (i64 2149580805 to ptr), ptr null], section "__fz_guards", align 8
;
; ; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
; declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32) #0
;
; declare void @__ubsan_handle_add_overflow(ptr, i64, i64)
;
; declare void @__ubsan_handle_divrem_overflow(ptr, i64, i64)
;
; define i32 @sums(i32 noundef %a) #1 {
;   %both = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 7)
;   %over = extractvalue { i32, i1 } %both, 1
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 0, i32 10, i32 1, i32 65601, i32 %a, i32 7, ptr nonnull @__fz_guard) #4
;   br i1 %over, label %handle, label %go, !prof !5, !fz.guard !6
;
; handle:                                           ; preds = %0
;   %x = zext i32 %a to i64
;   call void @__fz_tell.__fz_guard_hit(ptr nonnull @__fz_guard, i64 %x, i64 7, ptr null) #5, !nosanitize !7
;   br label %go
;
; go:                                               ; preds = %handle, %0
;   %result = extractvalue { i32, i1 } %both, 0
;   ret i32 %result
; }
;
; define i32 @never(i32 noundef %a) #1 {
;   br label %go
;
; handle:                                           ; No predecessors!
;   br label %go
;
; go:                                               ; preds = %0, %handle
;   %low = and i32 %a, 255
;   %1 = add nuw nsw i32 %low, 7
;   ret i32 %1
; }
;
; define i32 @divides(i32 %a, i32 %b) #1 {
;   %b.fr = freeze i32 %b
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 0, i32 10, i32 1, i32 327680, i32 %b.fr, i32 0, ptr nonnull @__fz_guard.1) #4
;   %fine.not = icmp eq i32 %b.fr, 0
;   br i1 %fine.not, label %handle, label %go, !prof !5, !fz.guard !8
;
; handle:                                           ; preds = %0
;   %x = zext i32 %a to i64
;   %y = zext nneg i32 %b.fr to i64
;   call void @__fz_tell.__fz_guard_hit(ptr nonnull @__fz_guard.1, i64 %x, i64 %y, ptr null) #5, !nosanitize !7
;   br label %go
;
; go:                                               ; preds = %handle, %0
;   notail call void (i32, i32, i32, i32, ...) @fz.site(i32 1, i32 6, i32 0, i32 0, i32 %b.fr) #4
;   %answer = udiv i32 %a, %b.fr
;   ret i32 %answer
; }
;
; define internal i32 @constant(i32 %b) #1 {
;   ret i32 7
; }
;
; define i32 @calls(i32 %b) #1 {
;   %answer = call i32 @constant(i32 %b)
;   ret i32 %answer
; }
;
; ; Function Attrs: nocallback nounwind willreturn memory(argmem: read, inaccessiblemem: readwrite)
; declare void @fz.site(i32, i32, i32, i32, ...) #2
;
; ; Function Attrs: disable_sanitizer_instrumentation noinline nounwind
; define linkonce_odr hidden void @__fz_tell.__fz_guard_hit(ptr %0, i64 %1, i64 %2, ptr %3) #3 comdat {
;   %.not = icmp eq ptr @__fz_guard_hit, null
;   br i1 %.not, label %6, label %5
;
; 5:                                                ; preds = %4
;   musttail call void @__fz_guard_hit(ptr %0, i64 %1, i64 %2, ptr %3) #6
;   ret void
;
; 6:                                                ; preds = %4
;   ret void
; }
;
; declare extern_weak void @__fz_guard_hit(ptr, i64, i64, ptr)
;
; attributes #0 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
; attributes #1 = { "fz-sites" }
; attributes #2 = { nocallback nounwind willreturn memory(argmem: read, inaccessiblemem: readwrite) }
; attributes #3 = { disable_sanitizer_instrumentation noinline nounwind }
; attributes #4 = { nomerge }
; attributes #5 = { nomerge nounwind }
; attributes #6 = { nounwind }
;
; !fz.facts = !{!0, !1, !2, !3, !4}
;
; !0 = !{!"done:guards", !"2"}
; !1 = !{!"skipped:guards:in-range", !"1"}
; !2 = !{!"done:sites", !"3"}
; !3 = !{!"skipped:sites:constant", !"1"}
; !4 = !{!"skipped:sites:truths", !"1"}
; !5 = !{!"branch_weights", i32 1, i32 1048575}
; !6 = !{ptr @__fz_guard}
; !7 = !{}
; !8 = !{ptr @__fz_guard.1}
