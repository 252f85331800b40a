;; Strings are read directly after the call, since the program may change them before it branches. Answers that are asked
;; something else are numbers.
; pipeline: distance
target triple = "x86_64-pc-linux-gnu"

@word = private constant [5 x i8] c"word\00"

declare i32 @strcmp(ptr, ptr)
declare i32 @memcmp(ptr, ptr, i64)
declare i32 @bcmp(ptr, ptr, i64)
declare i32 @strncasecmp(ptr, ptr, i64)
declare ptr @strstr(ptr, ptr)
declare ptr @memmem(ptr, i64, ptr, i64)
declare i32 @xmlStrEqual(ptr, ptr)
declare void @free(ptr)

define i32 @equal(ptr %p) {
  %r = call i32 @strcmp(ptr %p, ptr @word)
  call void @free(ptr %p)
  %c = icmp eq i32 %r, 0
  br i1 %c, label %yes, label %no

yes:
  ret i32 1

no:
  ret i32 0
}

define i32 @order(ptr %p, ptr %q, i64 %n) {
  %r = call i32 @memcmp(ptr %p, ptr %q, i64 %n)
  %c = icmp sgt i32 %r, -1
  br i1 %c, label %more, label %no

more:
  %s = call i32 @strncasecmp(ptr %p, ptr %q, i64 4)
  %d = icmp slt i32 %s, 1
  br i1 %d, label %odd, label %no

odd:
  %t = call i32 @bcmp(ptr %p, ptr %q, i64 %n)
  %e = icmp eq i32 %t, 3
  br i1 %e, label %yes, label %no

yes:
  ret i32 1

no:
  ret i32 0
}

define i32 @search(ptr %p, ptr %q, i64 %n) {
  %r = call ptr @strstr(ptr %p, ptr @word)
  %c = icmp eq ptr %r, null
  br i1 %c, label %no, label %more

more:
  %s = call ptr @memmem(ptr %p, i64 %n, ptr %q, i64 3)
  %d = icmp ne ptr %s, null
  br i1 %d, label %yes, label %no

yes:
  %t = call i32 @xmlStrEqual(ptr %p, ptr %q)
  %e = icmp ne i32 %t, 0
  br i1 %e, label %yes, label %no

no:
  ret i32 0
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; module asm ".pushsection .debug_fz_distances,\22G\22,%progbits,\22equal\22"
; module asm ".long 826432070,88"
; module asm ".quad \22.L__fz_gates.equal.gates\22"
; module asm ".long 1,4"
; module asm ".ascii \22\\000equal\\000\\\22word\\\22\\000strcmp\\000\\000\\000\\000\22"
; module asm ".long 2,8,0,1,0,2,3,0,0,0"
; module asm ".popsection"
; module asm ".pushsection .debug_fz_distances,\22G\22,%progbits,\22order\22"
; module asm ".long 826432070,172"
; module asm ".quad \22.L__fz_gates.order.gates\22"
; module asm ".long 3,5"
; module asm ".ascii \22\\000order\\000memcmp\\000strncasecmp\\0003\\000\22"
; module asm ".long 2,8,0,4,0,0,2,0,0,0,2,8,0,6,0,0"
; module asm ".long 3,0,0,0,2,1,32,1,0,4,0,0,0,0"
; module asm ".popsection"
; module asm ".pushsection .debug_fz_distances,\22G\22,%progbits,\22search\22"
; module asm ".long 826432070,188"
; module asm ".quad \22.L__fz_gates.search.gates\22"
; module asm ".long 3,6"
; module asm ".ascii \22\\000search\\000\\\22word\\\22\\000strstr\\000memmem\\000xmlStrEqual\\000\\000\\000\\000\22"
; module asm ".long 2,8,0,2,0,2,3,0,0,0,2,8,0,1,0,0"
; module asm ".long 4,0,0,0,2,8,0,1,0,0,5,0,0,0"
; module asm ".popsection"
;
; $equal = comdat nodeduplicate
;
; $order = comdat nodeduplicate
;
; $search = comdat nodeduplicate
;
; $__fz_register_gates = comdat any
;
; @word = private constant [5 x i8] c"word\00"
; @__fz_gates.equal.gates = private externally_initialized global [2 x i8] zeroinitializer, section "__fz_gates", comdat($equal), align 1
; @__fz_gates.order.gates = private externally_initialized global [6 x i8] zeroinitializer, section "__fz_gates", comdat($order), align 1
; @__fz_gates.search.gates = private externally_initialized global [6 x i8] zeroinitializer, section "__fz_gates", comdat($search), align 1
; @llvm.compiler.used = appending global [3 x ptr] [ptr @__fz_gates.equal.gates, ptr @__fz_gates.order.gates, ptr @__fz_gates.search.gates], section "llvm.metadata"
; @__start___fz_gates = extern_weak hidden global i8
; @__stop___fz_gates = extern_weak hidden global i8
; @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 2, ptr @__fz_register_gates, ptr @__fz_register_gates }]
;
; declare i32 @strcmp(ptr, ptr)
;
; declare i32 @memcmp(ptr, ptr, i64)
;
; declare i32 @bcmp(ptr, ptr, i64)
;
; declare i32 @strncasecmp(ptr, ptr, i64)
;
; declare ptr @strstr(ptr, ptr)
;
; declare ptr @memmem(ptr, i64, ptr, i64)
;
; declare i32 @xmlStrEqual(ptr, ptr)
;
; declare void @free(ptr)
;
; define i32 @equal(ptr %p) #0 comdat {
;   %r = call i32 @strcmp(ptr %p, ptr @word)
;   %1 = load volatile i16, ptr @__fz_gates.equal.gates, align 1, !nosanitize !1
;   %2 = icmp ne i16 %1, 0
;   br i1 %2, label %11, label %3, !prof !2, !nosanitize !1
;
; 3:                                                ; preds = %11, %0
;   %4 = phi i64 [ %12, %11 ], [ 0, %0 ]
;   call void @free(ptr %p)
;   %c = icmp eq i32 %r, 0
;   br i1 %c, label %yes, label %no
;
; yes:                                              ; preds = %3
;   %5 = load volatile i8, ptr @__fz_gates.equal.gates, align 1, !nosanitize !1
;   %6 = icmp ne i8 %5, 0
;   br i1 %6, label %13, label %7, !prof !2, !nosanitize !1
;
; 7:                                                ; preds = %13, %yes
;   ret i32 1
;
; no:                                               ; preds = %3
;   %8 = load volatile i8, ptr getelementptr (i8, ptr @__fz_gates.equal.gates, i64 1), align 1, !nosanitize !1
;   %9 = icmp ne i8 %8, 0
;   br i1 %9, label %14, label %10, !prof !2, !nosanitize !1
;
; 10:                                               ; preds = %14, %no
;   ret i32 0
;
; 11:                                               ; preds = %0
;   %12 = notail call i64 @__fz_distance_bytes(i32 513, ptr %p, ptr @word, i64 0) #2, !nosanitize !1
;   br label %3
;
; 13:                                               ; preds = %yes
;   notail call void @__fz_distance_branch(ptr @__fz_gates.equal.gates, i32 0, i64 %4) #2, !nosanitize !1
;   br label %7
;
; 14:                                               ; preds = %no
;   notail call void @__fz_distance_branch(ptr @__fz_gates.equal.gates, i32 1, i64 %4) #2, !nosanitize !1
;   br label %10
; }
;
; define i32 @order(ptr %p, ptr %q, i64 %n) #0 comdat {
;   %r = call i32 @memcmp(ptr %p, ptr %q, i64 %n)
;   %1 = load volatile i16, ptr @__fz_gates.order.gates, align 1, !nosanitize !1
;   %2 = icmp ne i16 %1, 0
;   br i1 %2, label %27, label %3, !prof !2, !nosanitize !1
;
; 3:                                                ; preds = %27, %0
;   %4 = phi i64 [ %28, %27 ], [ 0, %0 ]
;   %c = icmp sgt i32 %r, -1
;   br i1 %c, label %more, label %.no_crit_edge
;
; .no_crit_edge:                                    ; preds = %3
;   %5 = load volatile i8, ptr getelementptr (i8, ptr @__fz_gates.order.gates, i64 1), align 1, !nosanitize !1
;   %6 = icmp ne i8 %5, 0
;   br i1 %6, label %30, label %7, !prof !2, !nosanitize !1
;
; 7:                                                ; preds = %30, %.no_crit_edge
;   br label %no
;
; more:                                             ; preds = %3
;   %8 = load volatile i8, ptr @__fz_gates.order.gates, align 1, !nosanitize !1
;   %9 = icmp ne i8 %8, 0
;   br i1 %9, label %29, label %10, !prof !2, !nosanitize !1
;
; 10:                                               ; preds = %29, %more
;   %s = call i32 @strncasecmp(ptr %p, ptr %q, i64 4)
;   %11 = load volatile i16, ptr getelementptr (i8, ptr @__fz_gates.order.gates, i64 2), align 1, !nosanitize !1
;   %12 = icmp ne i16 %11, 0
;   br i1 %12, label %31, label %13, !prof !2, !nosanitize !1
;
; 13:                                               ; preds = %31, %10
;   %14 = phi i64 [ %32, %31 ], [ 0, %10 ]
;   %d = icmp slt i32 %s, 1
;   br i1 %d, label %odd, label %.no_crit_edge1
;
; .no_crit_edge1:                                   ; preds = %13
;   %15 = load volatile i8, ptr getelementptr (i8, ptr @__fz_gates.order.gates, i64 3), align 1, !nosanitize !1
;   %16 = icmp ne i8 %15, 0
;   br i1 %16, label %34, label %17, !prof !2, !nosanitize !1
;
; 17:                                               ; preds = %34, %.no_crit_edge1
;   br label %no
;
; odd:                                              ; preds = %13
;   %18 = load volatile i8, ptr getelementptr (i8, ptr @__fz_gates.order.gates, i64 2), align 1, !nosanitize !1
;   %19 = icmp ne i8 %18, 0
;   br i1 %19, label %33, label %20, !prof !2, !nosanitize !1
;
; 20:                                               ; preds = %33, %odd
;   %t = call i32 @bcmp(ptr %p, ptr %q, i64 %n)
;   %e = icmp eq i32 %t, 3
;   br i1 %e, label %yes, label %.no_crit_edge2
;
; .no_crit_edge2:                                   ; preds = %20
;   %21 = load volatile i8, ptr getelementptr (i8, ptr @__fz_gates.order.gates, i64 5), align 1, !nosanitize !1
;   %22 = icmp ne i8 %21, 0
;   br i1 %22, label %38, label %23, !prof !2, !nosanitize !1
;
; 23:                                               ; preds = %38, %.no_crit_edge2
;   br label %no
;
; yes:                                              ; preds = %20
;   %24 = load volatile i8, ptr getelementptr (i8, ptr @__fz_gates.order.gates, i64 4), align 1, !nosanitize !1
;   %25 = icmp ne i8 %24, 0
;   br i1 %25, label %35, label %26, !prof !2, !nosanitize !1
;
; 26:                                               ; preds = %35, %yes
;   ret i32 1
;
; no:                                               ; preds = %23, %17, %7
;   ret i32 0
;
; 27:                                               ; preds = %0
;   %28 = notail call i64 @__fz_distance_bytes(i32 260, ptr %p, ptr %q, i64 %n) #2, !nosanitize !1
;   br label %3
;
; 29:                                               ; preds = %more
;   notail call void @__fz_distance_branch(ptr @__fz_gates.order.gates, i32 0, i64 %4) #2, !nosanitize !1
;   br label %10
;
; 30:                                               ; preds = %.no_crit_edge
;   notail call void @__fz_distance_branch(ptr @__fz_gates.order.gates, i32 1, i64 %4) #2, !nosanitize !1
;   br label %7
;
; 31:                                               ; preds = %10
;   %32 = notail call i64 @__fz_distance_bytes(i32 1286, ptr %p, ptr %q, i64 4) #2, !nosanitize !1
;   br label %13
;
; 33:                                               ; preds = %odd
;   notail call void @__fz_distance_branch(ptr getelementptr (i8, ptr @__fz_gates.order.gates, i64 2), i32 0, i64 %14) #2, !nosanitize !1
;   br label %20
;
; 34:                                               ; preds = %.no_crit_edge1
;   notail call void @__fz_distance_branch(ptr getelementptr (i8, ptr @__fz_gates.order.gates, i64 2), i32 1, i64 %14) #2, !nosanitize !1
;   br label %17
;
; 35:                                               ; preds = %yes
;   %36 = zext i32 %t to i64
;   %37 = notail call i64 @__fz_distance_integers(i32 8193, i64 %36, i64 3) #2, !nosanitize !1
;   notail call void @__fz_distance_branch(ptr getelementptr (i8, ptr @__fz_gates.order.gates, i64 4), i32 0, i64 %37) #2, !nosanitize !1
;   br label %26
;
; 38:                                               ; preds = %.no_crit_edge2
;   %39 = zext i32 %t to i64
;   %40 = notail call i64 @__fz_distance_integers(i32 8193, i64 %39, i64 3) #2, !nosanitize !1
;   notail call void @__fz_distance_branch(ptr getelementptr (i8, ptr @__fz_gates.order.gates, i64 4), i32 1, i64 %40) #2, !nosanitize !1
;   br label %23
; }
;
; define i32 @search(ptr %p, ptr %q, i64 %n) #0 comdat {
;   %r = call ptr @strstr(ptr %p, ptr @word)
;   %1 = load volatile i16, ptr @__fz_gates.search.gates, align 1, !nosanitize !1
;   %2 = icmp ne i16 %1, 0
;   br i1 %2, label %31, label %3, !prof !2, !nosanitize !1
;
; 3:                                                ; preds = %31, %0
;   %4 = phi i64 [ %32, %31 ], [ 0, %0 ]
;   %c = icmp eq ptr %r, null
;   br i1 %c, label %.no_crit_edge, label %more
;
; .no_crit_edge:                                    ; preds = %3
;   %5 = load volatile i8, ptr @__fz_gates.search.gates, align 1, !nosanitize !1
;   %6 = icmp ne i8 %5, 0
;   br i1 %6, label %33, label %7, !prof !2, !nosanitize !1
;
; 7:                                                ; preds = %33, %.no_crit_edge
;   br label %no
;
; more:                                             ; preds = %3
;   %8 = load volatile i8, ptr getelementptr (i8, ptr @__fz_gates.search.gates, i64 1), align 1, !nosanitize !1
;   %9 = icmp ne i8 %8, 0
;   br i1 %9, label %34, label %10, !prof !2, !nosanitize !1
;
; 10:                                               ; preds = %34, %more
;   %s = call ptr @memmem(ptr %p, i64 %n, ptr %q, i64 3)
;   %11 = load volatile i16, ptr getelementptr (i8, ptr @__fz_gates.search.gates, i64 2), align 1, !nosanitize !1
;   %12 = icmp ne i16 %11, 0
;   br i1 %12, label %35, label %13, !prof !2, !nosanitize !1
;
; 13:                                               ; preds = %35, %10
;   %14 = phi i64 [ %36, %35 ], [ 0, %10 ]
;   %d = icmp ne ptr %s, null
;   br i1 %d, label %.yes_crit_edge, label %.no_crit_edge1
;
; .no_crit_edge1:                                   ; preds = %13
;   %15 = load volatile i8, ptr getelementptr (i8, ptr @__fz_gates.search.gates, i64 3), align 1, !nosanitize !1
;   %16 = icmp ne i8 %15, 0
;   br i1 %16, label %38, label %17, !prof !2, !nosanitize !1
;
; 17:                                               ; preds = %38, %.no_crit_edge1
;   br label %no
;
; .yes_crit_edge:                                   ; preds = %13
;   %18 = load volatile i8, ptr getelementptr (i8, ptr @__fz_gates.search.gates, i64 2), align 1, !nosanitize !1
;   %19 = icmp ne i8 %18, 0
;   br i1 %19, label %37, label %20, !prof !2, !nosanitize !1
;
; 20:                                               ; preds = %37, %.yes_crit_edge
;   br label %yes
;
; yes:                                              ; preds = %30, %20
;   %t = call i32 @xmlStrEqual(ptr %p, ptr %q)
;   %21 = load volatile i16, ptr getelementptr (i8, ptr @__fz_gates.search.gates, i64 4), align 1, !nosanitize !1
;   %22 = icmp ne i16 %21, 0
;   br i1 %22, label %39, label %23, !prof !2, !nosanitize !1
;
; 23:                                               ; preds = %39, %yes
;   %24 = phi i64 [ %40, %39 ], [ 0, %yes ]
;   %e = icmp ne i32 %t, 0
;   br i1 %e, label %.yes_crit_edge2, label %.no_crit_edge3
;
; .no_crit_edge3:                                   ; preds = %23
;   %25 = load volatile i8, ptr getelementptr (i8, ptr @__fz_gates.search.gates, i64 5), align 1, !nosanitize !1
;   %26 = icmp ne i8 %25, 0
;   br i1 %26, label %42, label %27, !prof !2, !nosanitize !1
;
; 27:                                               ; preds = %42, %.no_crit_edge3
;   br label %no
;
; .yes_crit_edge2:                                  ; preds = %23
;   %28 = load volatile i8, ptr getelementptr (i8, ptr @__fz_gates.search.gates, i64 4), align 1, !nosanitize !1
;   %29 = icmp ne i8 %28, 0
;   br i1 %29, label %41, label %30, !prof !2, !nosanitize !1
;
; 30:                                               ; preds = %41, %.yes_crit_edge2
;   br label %yes
;
; no:                                               ; preds = %27, %17, %7
;   ret i32 0
;
; 31:                                               ; preds = %0
;   %32 = notail call i64 @__fz_distance_find(i32 1794, ptr %p, i64 0, ptr @word, i64 0) #2, !nosanitize !1
;   br label %3
;
; 33:                                               ; preds = %.no_crit_edge
;   notail call void @__fz_distance_branch(ptr @__fz_gates.search.gates, i32 0, i64 %4) #2, !nosanitize !1
;   br label %7
;
; 34:                                               ; preds = %more
;   notail call void @__fz_distance_branch(ptr @__fz_gates.search.gates, i32 1, i64 %4) #2, !nosanitize !1
;   br label %10
;
; 35:                                               ; preds = %10
;   %36 = notail call i64 @__fz_distance_find(i32 1537, ptr %p, i64 %n, ptr %q, i64 3) #2, !nosanitize !1
;   br label %13
;
; 37:                                               ; preds = %.yes_crit_edge
;   notail call void @__fz_distance_branch(ptr getelementptr (i8, ptr @__fz_gates.search.gates, i64 2), i32 0, i64 %14) #2, !nosanitize !1
;   br label %20
;
; 38:                                               ; preds = %.no_crit_edge1
;   notail call void @__fz_distance_branch(ptr getelementptr (i8, ptr @__fz_gates.search.gates, i64 2), i32 1, i64 %14) #2, !nosanitize !1
;   br label %17
;
; 39:                                               ; preds = %yes
;   %40 = notail call i64 @__fz_distance_bytes(i32 513, ptr %p, ptr %q, i64 0) #2, !nosanitize !1
;   br label %23
;
; 41:                                               ; preds = %.yes_crit_edge2
;   notail call void @__fz_distance_branch(ptr getelementptr (i8, ptr @__fz_gates.search.gates, i64 4), i32 0, i64 %24) #2, !nosanitize !1
;   br label %30
;
; 42:                                               ; preds = %.no_crit_edge3
;   notail call void @__fz_distance_branch(ptr getelementptr (i8, ptr @__fz_gates.search.gates, i64 4), i32 1, i64 %24) #2, !nosanitize !1
;   br label %27
; }
;
; declare extern_weak i64 @__fz_distance_bytes(i32, ptr, ptr, i64)
;
; declare extern_weak void @__fz_distance_branch(ptr, i32, i64)
;
; declare extern_weak i64 @__fz_distance_integers(i32, i64, i64)
;
; declare extern_weak i64 @__fz_distance_find(i32, ptr, i64, ptr, i64)
;
; ; Function Attrs: disable_sanitizer_instrumentation nounwind
; define linkonce_odr hidden void @__fz_register_gates() #1 comdat {
;   %1 = icmp ne ptr @__fz_gates_init, null
;   br i1 %1, label %2, label %3
;
; 2:                                                ; preds = %0
;   call void @__fz_gates_init(ptr @__start___fz_gates, ptr @__stop___fz_gates)
;   br label %3
;
; 3:                                                ; preds = %2, %0
;   ret void
; }
;
; declare extern_weak void @__fz_gates_init(ptr, ptr)
;
; attributes #0 = { "fz-distance" }
; attributes #1 = { disable_sanitizer_instrumentation nounwind }
; attributes #2 = { nounwind }
;
; !fz.facts = !{!0}
;
; !0 = !{!"done:distance", !"7"}
; !1 = !{}
; !2 = !{!"branch_weights", i32 1, i32 1048575}
