;; Where the arrays live: a group of the function's own; a group named after function and shape for COMDAT functions;
;; optnone, noreturn and ifunc resolvers count like others.
; pipeline: edges<count=wrap;records=off>
; hide: constructor, target
target triple = "x86_64-pc-linux-gnu"
$inline_function = comdat any
$group = comdat any
$to_the_end = comdat any
$by_the_other = comdat any
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
;; As many successors, block by block, and others: counters of their own.
define linkonce_odr i32 @to_the_end(i1 %c) comdat {
  br i1 %c, label %a, label %b
a:
  br label %end
b:
  br label %end
end:
  ret i32 5
}
define linkonce_odr i32 @by_the_other(i1 %c) comdat {
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  br label %end
end:
  ret i32 6
}
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
; $to_the_end = comdat any
;
; $by_the_other = comdat any
;
; $__fz_edges.inline_function.f3f178e3865561ea.1 = comdat any
;
; $__fz_edges.local_in_group = comdat nodeduplicate
;
; $__fz_edges.group.f3f178e3865561ea.1 = comdat any
;
; $__fz_edges.to_the_end.c75dd3770f8a4f4d.3 = comdat any
;
; $__fz_edges.by_the_other.02892e2d2d10d6cd.3 = comdat any
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
; @__fz_edges.to_the_end.c75dd3770f8a4f4d.3 = linkonce_odr hidden global [3 x i8] zeroinitializer, section "__sancov_cntrs", comdat, align 1
; @__fz_edges.to_the_end.c75dd3770f8a4f4d.3.pcs = linkonce_odr hidden global [6 x ptr] [ptr @to_the_end, ptr inttoptr (i64 1 to ptr), ptr getelementptr (i8, ptr @to_the_end, i64 1), ptr null, ptr getelementptr (i8, ptr @to_the_end, i64 2), ptr null], section "__sancov_pcs", comdat($__fz_edges.to_the_end.c75dd3770f8a4f4d.3), align 8
; @__fz_edges.by_the_other.02892e2d2d10d6cd.3 = linkonce_odr hidden global [3 x i8] zeroinitializer, section "__sancov_cntrs", comdat, align 1
; @__fz_edges.by_the_other.02892e2d2d10d6cd.3.pcs = linkonce_odr hidden global [6 x ptr] [ptr @by_the_other, ptr inttoptr (i64 1 to ptr), ptr getelementptr (i8, ptr @by_the_other, i64 1), ptr null, ptr getelementptr (i8, ptr @by_the_other, i64 2), ptr null], section "__sancov_pcs", comdat($__fz_edges.by_the_other.02892e2d2d10d6cd.3), align 8
; @llvm.compiler.used = appending global [20 x ptr] [ptr @__fz_edges.inline_function.f3f178e3865561ea.1, ptr @__fz_edges.inline_function.f3f178e3865561ea.1.pcs, ptr @__fz_edges.local_in_group, ptr @__fz_edges.local_in_group.pcs, ptr @__fz_edges.group.f3f178e3865561ea.1, ptr @__fz_edges.group.f3f178e3865561ea.1.pcs, ptr @__fz_edges.local, ptr @__fz_edges.local.pcs, ptr @__fz_edges.weak, ptr @__fz_edges.weak.pcs, ptr @__fz_edges.slow, ptr @__fz_edges.slow.pcs, ptr @__fz_edges.stop, ptr @__fz_edges.stop.pcs, ptr @__fz_edges.resolver, ptr @__fz_edges.resolver.pcs, ptr @__fz_edges.to_the_end.c75dd3770f8a4f4d.3, ptr @__fz_edges.to_the_end.c75dd3770f8a4f4d.3.pcs, ptr @__fz_edges.by_the_other.02892e2d2d10d6cd.3, ptr @__fz_edges.by_the_other.02892e2d2d10d6cd.3.pcs], section "llvm.metadata"
;
; @i = ifunc i32 (), ptr @resolver
;
; define linkonce_odr i32 @inline_function() #0 comdat {
;   %1 = load i8, ptr @__fz_edges.inline_function.f3f178e3865561ea.1, align 1, !nosanitize !5
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.inline_function.f3f178e3865561ea.1, align 1, !nosanitize !5
;   ret i32 1
; }
;
; define internal i32 @local_in_group() #0 comdat($group) {
;   %1 = load i8, ptr @__fz_edges.local_in_group, align 1, !nosanitize !5
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.local_in_group, align 1, !nosanitize !5
;   ret i32 2
; }
;
; define linkonce_odr i32 @group() #0 comdat {
;   %1 = load i8, ptr @__fz_edges.group.f3f178e3865561ea.1, align 1, !nosanitize !5
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.group.f3f178e3865561ea.1, align 1, !nosanitize !5
;   %r = call i32 @local_in_group()
;   ret i32 %r
; }
;
; define internal i32 @local() #0 comdat {
;   %1 = load i8, ptr @__fz_edges.local, align 1, !nosanitize !5
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.local, align 1, !nosanitize !5
;   ret i32 3
; }
;
; define weak i32 @weak() #0 comdat {
;   %1 = load i8, ptr @__fz_edges.weak, align 1, !nosanitize !5
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.weak, align 1, !nosanitize !5
;   %r = call i32 @local()
;   ret i32 %r
; }
;
; ; Function Attrs: noinline optnone
; define i32 @slow() #1 comdat {
;   %1 = load i8, ptr @__fz_edges.slow, align 1, !nosanitize !5
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.slow, align 1, !nosanitize !5
;   ret i32 4
; }
;
; ; Function Attrs: noreturn
; define void @stop() #2 comdat {
;   %1 = load i8, ptr @__fz_edges.stop, align 1, !nosanitize !5
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.stop, align 1, !nosanitize !5
;   call void @exit(i32 1) #5
;   unreachable
; }
;
; define ptr @resolver() #0 comdat {
;   %1 = load i8, ptr @__fz_edges.resolver, align 1, !nosanitize !5
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.resolver, align 1, !nosanitize !5
;   ret ptr @slow
; }
;
; declare void @exit(i32)
;
; define linkonce_odr i32 @to_the_end(i1 %c) #0 comdat {
;   %1 = load i8, ptr @__fz_edges.to_the_end.c75dd3770f8a4f4d.3, align 1, !nosanitize !5
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.to_the_end.c75dd3770f8a4f4d.3, align 1, !nosanitize !5
;   br i1 %c, label %a, label %b
;
; a:                                                ; preds = %0
;   %3 = load i8, ptr getelementptr (i8, ptr @__fz_edges.to_the_end.c75dd3770f8a4f4d.3, i64 1), align 1, !nosanitize !5
;   %4 = add i8 %3, 1
;   store i8 %4, ptr getelementptr (i8, ptr @__fz_edges.to_the_end.c75dd3770f8a4f4d.3, i64 1), align 1, !nosanitize !5
;   br label %end
;
; b:                                                ; preds = %0
;   %5 = load i8, ptr getelementptr (i8, ptr @__fz_edges.to_the_end.c75dd3770f8a4f4d.3, i64 2), align 1, !nosanitize !5
;   %6 = add i8 %5, 1
;   store i8 %6, ptr getelementptr (i8, ptr @__fz_edges.to_the_end.c75dd3770f8a4f4d.3, i64 2), align 1, !nosanitize !5
;   br label %end
;
; end:                                              ; preds = %b, %a
;   ret i32 5
; }
;
; define linkonce_odr i32 @by_the_other(i1 %c) #0 comdat {
;   %1 = load i8, ptr @__fz_edges.by_the_other.02892e2d2d10d6cd.3, align 1, !nosanitize !5
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.by_the_other.02892e2d2d10d6cd.3, align 1, !nosanitize !5
;   br i1 %c, label %a, label %.b_crit_edge
;
; .b_crit_edge:                                     ; preds = %0
;   %3 = load i8, ptr getelementptr (i8, ptr @__fz_edges.by_the_other.02892e2d2d10d6cd.3, i64 2), align 1, !nosanitize !5
;   %4 = add i8 %3, 1
;   store i8 %4, ptr getelementptr (i8, ptr @__fz_edges.by_the_other.02892e2d2d10d6cd.3, i64 2), align 1, !nosanitize !5
;   br label %b
;
; a:                                                ; preds = %0
;   %5 = load i8, ptr getelementptr (i8, ptr @__fz_edges.by_the_other.02892e2d2d10d6cd.3, i64 1), align 1, !nosanitize !5
;   %6 = add i8 %5, 1
;   store i8 %6, ptr getelementptr (i8, ptr @__fz_edges.by_the_other.02892e2d2d10d6cd.3, i64 1), align 1, !nosanitize !5
;   br label %b
;
; b:                                                ; preds = %.b_crit_edge, %a
;   br label %end
;
; end:                                              ; preds = %b
;   ret i32 6
; }
;
; attributes #0 = { "fz-edges" }
; attributes #1 = { noinline optnone "fz-edges" }
; attributes #2 = { noreturn "fz-edges" }
; attributes #3 = { disable_sanitizer_instrumentation nounwind }
; attributes #4 = { disable_sanitizer_instrumentation noinline nounwind }
; attributes #5 = { noreturn }
;
; !fz.facts = !{!0, !1, !0, !1, !0, !1, !0, !1, !0, !1, !0, !1, !0, !1, !0, !1, !2, !3, !2, !3, !4}
;
; !0 = !{!"counters", !"1"}
; !1 = !{!"edges", !"1"}
; !2 = !{!"counters", !"3"}
; !3 = !{!"edges", !"3"}
; !4 = !{!"functions", !"10"}
; !5 = !{}
