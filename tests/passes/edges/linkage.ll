;; Where the arrays live: a group of the function's own; a group named after function and shape for COMDAT functions;
;; optnone, noreturn and ifunc resolvers count like others.
; pipeline: edges<count=wrap;records=off>
; hide: constructor, target
target triple = "x86_64-pc-linux-gnu"
$inline_function = comdat any
$group = comdat any
@i = ifunc i32 (), ptr @resolver
define linkonce_odr i32 @inline_function() comdat {
  ret i32 1
}
define internal i32 @local_in_group() comdat($group) {
  ret i32 2
}
define linkonce_odr i32 @group() comdat {
  %r = call i32 @local_in_group()
  ret i32 %r
}
define internal i32 @local() {
  ret i32 3
}
define weak i32 @weak() {
  %r = call i32 @local()
  ret i32 %r
}
define i32 @slow() optnone noinline {
  ret i32 4
}
define void @stop() noreturn {
  call void @exit(i32 1) noreturn
  unreachable
}
define ptr @resolver() {
  ret ptr @slow
}
declare void @exit(i32)
;; expected
; $inline_function = comdat any
;
; $group = comdat any
;
; $local = comdat nodeduplicate
;
; $weak = comdat nodeduplicate
;
; $slow = comdat nodeduplicate
;
; $stop = comdat nodeduplicate
;
; $resolver = comdat nodeduplicate
;
; $__fz_edges.inline_function.f3f178e3865561ea.1 = comdat any
;
; $__fz_edges.local_in_group = comdat nodeduplicate
;
; $__fz_edges.group.f3f178e3865561ea.1 = comdat any
;
; @__fz_edges.inline_function.f3f178e3865561ea.1 = linkonce_odr hidden global [1 x i8] zeroinitializer, section "__sancov_cntrs", comdat, align 1
; @__fz_edges.inline_function.f3f178e3865561ea.1.pcs = linkonce_odr hidden global [2 x ptr] [ptr @inline_function, ptr inttoptr (i64 1 to ptr)], section "__sancov_pcs", comdat($__fz_edges.inline_function.f3f178e3865561ea.1), align 8
; @__fz_edges.local_in_group = private global [1 x i8] zeroinitializer, section "__sancov_cntrs", comdat, align 1
; @__fz_edges.local_in_group.pcs = private global [2 x ptr] [ptr @__fz_edges.local_in_group, ptr inttoptr (i64 1 to ptr)], section "__sancov_pcs", comdat($__fz_edges.local_in_group), align 8
; @__fz_edges.group.f3f178e3865561ea.1 = linkonce_odr hidden global [1 x i8] zeroinitializer, section "__sancov_cntrs", comdat, align 1
; @__fz_edges.group.f3f178e3865561ea.1.pcs = linkonce_odr hidden global [2 x ptr] [ptr @group, ptr inttoptr (i64 1 to ptr)], section "__sancov_pcs", comdat($__fz_edges.group.f3f178e3865561ea.1), align 8
; @__fz_edges.local = private global [1 x i8] zeroinitializer, section "__sancov_cntrs", comdat($local), align 1
; @__fz_edges.local.pcs = private global [2 x ptr] [ptr @local, ptr inttoptr (i64 1 to ptr)], section "__sancov_pcs", comdat($local), align 8
; @__fz_edges.weak = private global [1 x i8] zeroinitializer, section "__sancov_cntrs", comdat($weak), align 1
; @__fz_edges.weak.pcs = private global [2 x ptr] [ptr @weak, ptr inttoptr (i64 1 to ptr)], section "__sancov_pcs", comdat($weak), align 8
; @__fz_edges.slow = private global [1 x i8] zeroinitializer, section "__sancov_cntrs", comdat($slow), align 1
; @__fz_edges.slow.pcs = private global [2 x ptr] [ptr @slow, ptr inttoptr (i64 1 to ptr)], section "__sancov_pcs", comdat($slow), align 8
; @__fz_edges.stop = private global [1 x i8] zeroinitializer, section "__sancov_cntrs", comdat($stop), align 1
; @__fz_edges.stop.pcs = private global [2 x ptr] [ptr @stop, ptr inttoptr (i64 1 to ptr)], section "__sancov_pcs", comdat($stop), align 8
; @__fz_edges.resolver = private global [1 x i8] zeroinitializer, section "__sancov_cntrs", comdat($resolver), align 1
; @__fz_edges.resolver.pcs = private global [2 x ptr] [ptr @resolver, ptr inttoptr (i64 1 to ptr)], section "__sancov_pcs", comdat($resolver), align 8
; @llvm.compiler.used = appending global [16 x ptr] [ptr @__fz_edges.inline_function.f3f178e3865561ea.1, ptr @__fz_edges.inline_function.f3f178e3865561ea.1.pcs, ptr @__fz_edges.local_in_group, ptr @__fz_edges.local_in_group.pcs, ptr @__fz_edges.group.f3f178e3865561ea.1, ptr @__fz_edges.group.f3f178e3865561ea.1.pcs, ptr @__fz_edges.local, ptr @__fz_edges.local.pcs, ptr @__fz_edges.weak, ptr @__fz_edges.weak.pcs, ptr @__fz_edges.slow, ptr @__fz_edges.slow.pcs, ptr @__fz_edges.stop, ptr @__fz_edges.stop.pcs, ptr @__fz_edges.resolver, ptr @__fz_edges.resolver.pcs], section "llvm.metadata"
;
; @i = ifunc i32 (), ptr @resolver
;
; define linkonce_odr i32 @inline_function() #0 comdat {
;   %1 = load i8, ptr @__fz_edges.inline_function.f3f178e3865561ea.1, align 1, !nosanitize !3
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.inline_function.f3f178e3865561ea.1, align 1, !nosanitize !3
;   ret i32 1
; }
;
; define internal i32 @local_in_group() #0 comdat($group) {
;   %1 = load i8, ptr @__fz_edges.local_in_group, align 1, !nosanitize !3
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.local_in_group, align 1, !nosanitize !3
;   ret i32 2
; }
;
; define linkonce_odr i32 @group() #0 comdat {
;   %1 = load i8, ptr @__fz_edges.group.f3f178e3865561ea.1, align 1, !nosanitize !3
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.group.f3f178e3865561ea.1, align 1, !nosanitize !3
;   %r = call i32 @local_in_group()
;   ret i32 %r
; }
;
; define internal i32 @local() #0 comdat {
;   %1 = load i8, ptr @__fz_edges.local, align 1, !nosanitize !3
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.local, align 1, !nosanitize !3
;   ret i32 3
; }
;
; define weak i32 @weak() #0 comdat {
;   %1 = load i8, ptr @__fz_edges.weak, align 1, !nosanitize !3
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.weak, align 1, !nosanitize !3
;   %r = call i32 @local()
;   ret i32 %r
; }
;
; ; Function Attrs: noinline optnone
; define i32 @slow() #1 comdat {
;   %1 = load i8, ptr @__fz_edges.slow, align 1, !nosanitize !3
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.slow, align 1, !nosanitize !3
;   ret i32 4
; }
;
; ; Function Attrs: noreturn
; define void @stop() #2 comdat {
;   %1 = load i8, ptr @__fz_edges.stop, align 1, !nosanitize !3
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.stop, align 1, !nosanitize !3
;   call void @exit(i32 1) #5
;   unreachable
; }
;
; define ptr @resolver() #0 comdat {
;   %1 = load i8, ptr @__fz_edges.resolver, align 1, !nosanitize !3
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.resolver, align 1, !nosanitize !3
;   ret ptr @slow
; }
;
; declare void @exit(i32)
;
; attributes #0 = { "fz-edges" }
; attributes #1 = { noinline optnone "fz-edges" }
; attributes #2 = { noreturn "fz-edges" }
; attributes #3 = { disable_sanitizer_instrumentation nounwind }
; attributes #4 = { disable_sanitizer_instrumentation noinline nounwind }
; attributes #5 = { noreturn }
;
; !fz.facts = !{!0, !1, !0, !1, !0, !1, !0, !1, !0, !1, !0, !1, !0, !1, !0, !1, !2}
;
; !0 = !{!"counters", !"1"}
; !1 = !{!"edges", !"1"}
; !2 = !{!"functions", !"8"}
; !3 = !{}
