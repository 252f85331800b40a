;; Behind `edges` the records name the counters that tell that a word's block ran, also where the function was inlined; a
;; function without counters has a record without. The best words are loaded.
; pipeline: pins,dictionary,always-inline,edges<pcs=off>,dictionary<stage=write>,pins<stage=erase>
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define internal i1 @is_magic(i32 %x) alwaysinline {
  %c = icmp eq i32 %x, 1179011410
  ret i1 %c
}

define i32 @f(i32 %x, i1 %b) {
  br i1 %b, label %then, label %else
then:
  %c = call i1 @is_magic(i32 %x)
  br label %end
else:
  %d = icmp eq i32 %x, 1263291723
  br label %end
end:
  %r = phi i1 [ %c, %then ], [ %d, %else ]
  %i = zext i1 %r to i32
  ret i32 %i
}

define i1 @uncounted(i32 %x) noprofile {
  %c = icmp eq i32 %x, 1094861636
  ret i1 %c
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; module asm ".pushsection .debug_fz_edges,\22G\22,%progbits,\22f\22"
; module asm ".long 860183110,172"
; module asm ".quad \22.L__fz_edges.f\22"
; module asm ".long 0,0"
; module asm ".long 0,0"
; module asm ".long 3,1,1,3,0,0,2"
; module asm ".ascii \22\\000f\\000\\000\22"
; module asm ".long 1,0,0,0,0,0,0,0,0,2,1,0,0,0,0,0"
; module asm ".long 0,0,2,2,0,0,0,0,0,0,0"
; module asm ".popsection"
; module asm ".pushsection .debug_fz_words,\22G\22,%progbits,\22f\22"
; module asm ".long 827808326,208"
; module asm ".quad \22.L__fz_edges.f\22"
; module asm ".long 2,4,2"
; module asm ".ascii \22\\000f\\000\\000\22"
; module asm ".long 1,1,1,2"
; module asm ".long 1,85,0,0,0,0,0,0,4"
; module asm ".ascii \22RIFF\22"
; module asm ".long 1,80,1,0,0,0,0,0,4"
; module asm ".ascii \22FFIR\22"
; module asm ".long 1,85,0,1,0,0,0,0,4"
; module asm ".ascii \22KMLK\22"
; module asm ".long 1,80,1,1,0,0,0,0,4"
; module asm ".ascii \22KLMK\22"
; module asm ".popsection"
; module asm ".pushsection .debug_fz_words,\22\22,%progbits"
; module asm ".long 827808326,124"
; module asm ".long 0,0"
; module asm ".long 1,2,2"
; module asm ".ascii \22\\000uncounted\\000\\000\22"
; module asm ".long 0"
; module asm ".long 1,85,0,0,0,0,0,0,4"
; module asm ".ascii \22DCBA\22"
; module asm ".long 1,80,1,0,0,0,0,0,4"
; module asm ".ascii \22ABCD\22"
; module asm ".popsection"
;
; $f = comdat nodeduplicate
;
; $__fz_register_image = comdat any
;
; $__fz_register_words = comdat any
;
; @__fz_edges.f = private global [3 x i8] zeroinitializer, section "__sancov_cntrs", comdat($f), align 1
; @llvm.compiler.used = appending global [1 x ptr] [ptr @__fz_edges.f], section "llvm.metadata"
; @__start___sancov_cntrs = extern_weak hidden global i8
; @__stop___sancov_cntrs = extern_weak hidden global i8
; @__start___fz_functions = extern_weak hidden global i8
; @__stop___fz_functions = extern_weak hidden global i8
; @__start___fz_calls = extern_weak hidden global i8
; @__stop___fz_calls = extern_weak hidden global i8
; @__start___fz_stack = extern_weak hidden global i8
; @__stop___fz_stack = extern_weak hidden global i8
; @__fz_words.unit = private global [36 x i8] c"U\04DCBAU\04KMLKU\04RIFFP\04ABCDP\04FFIRP\04KLMK", section "__fz_words", align 1
; @llvm.used = appending global [1 x ptr] [ptr @__fz_words.unit], section "llvm.metadata"
; @__start___fz_words = extern_weak hidden global i8
; @__stop___fz_words = extern_weak hidden global i8
; @llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 2, ptr @__fz_register_image, ptr @__fz_register_image }, { i32, ptr, ptr } { i32 2, ptr @__fz_register_words, ptr @__fz_register_words }]
;
; define i32 @f(i32 %x, i1 %b) #0 comdat {
;   call void asm sideeffect "cmpb $$-1, $0\0A\09adcb $$0, $0", "=*m,*m,~{dirflag},~{fpsr},~{flags}"(ptr elementtype(i8) @__fz_edges.f, ptr elementtype(i8) @__fz_edges.f) #4, !nosanitize !4
;   br i1 %b, label %then, label %else
;
; then:                                             ; preds = %0
;   call void asm sideeffect "cmpb $$-1, $0\0A\09adcb $$0, $0", "=*m,*m,~{dirflag},~{fpsr},~{flags}"(ptr elementtype(i8) getelementptr (i8, ptr @__fz_edges.f, i64 1), ptr elementtype(i8) getelementptr (i8, ptr @__fz_edges.f, i64 1)) #4, !nosanitize !4
;   %c.i = icmp eq i32 %x, 1179011410
;   br label %end
;
; else:                                             ; preds = %0
;   call void asm sideeffect "cmpb $$-1, $0\0A\09adcb $$0, $0", "=*m,*m,~{dirflag},~{fpsr},~{flags}"(ptr elementtype(i8) getelementptr (i8, ptr @__fz_edges.f, i64 2), ptr elementtype(i8) getelementptr (i8, ptr @__fz_edges.f, i64 2)) #4, !nosanitize !4
;   %d = icmp eq i32 %x, 1263291723
;   br label %end
;
; end:                                              ; preds = %else, %then
;   %r = phi i1 [ %c.i, %then ], [ %d, %else ]
;   %i = zext i1 %r to i32
;   ret i32 %i
; }
;
; ; Function Attrs: noprofile
; define i1 @uncounted(i32 %x) #1 {
;   %c = icmp eq i32 %x, 1094861636
;   ret i1 %c
; }
;
; ; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
; declare void @llvm.pseudoprobe(i64, i64, i32, i64) #2
;
; ; Function Attrs: disable_sanitizer_instrumentation nounwind
; define linkonce_odr hidden void @__fz_register_image() #3 comdat {
;   %1 = alloca [6 x ptr], align 8
;   %2 = icmp ne ptr @__fz_contexts_init, null
;   br i1 %2, label %3, label %11
;
; 3:                                                ; preds = %0
;   %4 = getelementptr inbounds ptr, ptr %1, i64 0
;   store ptr @__start___sancov_cntrs, ptr %4, align 8
;   %5 = getelementptr inbounds ptr, ptr %1, i64 1
;   store ptr @__stop___sancov_cntrs, ptr %5, align 8
;   %6 = getelementptr inbounds ptr, ptr %1, i64 2
;   store ptr @__start___fz_functions, ptr %6, align 8
;   %7 = getelementptr inbounds ptr, ptr %1, i64 3
;   store ptr @__stop___fz_functions, ptr %7, align 8
;   %8 = getelementptr inbounds ptr, ptr %1, i64 4
;   store ptr @__start___fz_calls, ptr %8, align 8
;   %9 = getelementptr inbounds ptr, ptr %1, i64 5
;   store ptr @__stop___fz_calls, ptr %9, align 8
;   %10 = getelementptr inbounds ptr, ptr %1, i64 6
;   call void @__fz_contexts_init(ptr %1, ptr %10)
;   br label %11
;
; 11:                                               ; preds = %3, %0
;   %12 = icmp ne ptr @__sanitizer_cov_8bit_counters_init, null
;   br i1 %12, label %13, label %14
;
; 13:                                               ; preds = %11
;   call void @__sanitizer_cov_8bit_counters_init(ptr @__start___sancov_cntrs, ptr @__stop___sancov_cntrs)
;   br label %14
;
; 14:                                               ; preds = %13, %11
;   %15 = icmp ne ptr @__fz_stack_init, null
;   br i1 %15, label %16, label %17
;
; 16:                                               ; preds = %14
;   call void @__fz_stack_init(ptr @__start___fz_stack, ptr @__stop___fz_stack)
;   br label %17
;
; 17:                                               ; preds = %16, %14
;   ret void
; }
;
; declare extern_weak void @__fz_contexts_init(ptr, ptr)
;
; declare extern_weak void @__sanitizer_cov_8bit_counters_init(ptr, ptr)
;
; declare extern_weak void @__fz_stack_init(ptr, ptr)
;
; ; Function Attrs: disable_sanitizer_instrumentation nounwind
; define linkonce_odr hidden void @__fz_register_words() #3 comdat {
; entry:
;   %0 = icmp ne ptr @__fz_words_init, null
;   br i1 %0, label %told, label %end
;
; told:                                             ; preds = %entry
;   call void @__fz_words_init(ptr @__start___fz_words, ptr @__stop___fz_words)
;   br label %end
;
; end:                                              ; preds = %told, %entry
;   ret void
; }
;
; declare extern_weak void @__fz_words_init(ptr, ptr)
;
; attributes #0 = { "fz-edges" }
; attributes #1 = { noprofile }
; attributes #2 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
; attributes #3 = { disable_sanitizer_instrumentation nounwind }
; attributes #4 = { nounwind }
;
; !fz.facts = !{!0, !1, !2, !3}
;
; !0 = !{!"done:dictionary", !"6"}
; !1 = !{!"counters", !"3"}
; !2 = !{!"edges", !"3"}
; !3 = !{!"functions", !"1"}
; !4 = !{}
