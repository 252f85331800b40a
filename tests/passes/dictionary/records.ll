;; Behind `edges` the records name the counters that tell that a word's block ran, also where the function was inlined; a
;; function without counters has a record without. The best words are loaded.
; pipeline: pins,dictionary,always-inline,edges<pcs=off>,dictionary<stage=write>,pins<stage=erase>
; show: section *, @f, @uncounted, @*words*, $*words*, @llvm.used, @llvm.global_ctors
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
; record .debug_fz_edges in group f
;   FunctionEdges { name: "f", start: .L__fz_edges.f, row: 3, rows: 1, default_row: true, sites: [
;     Site { kind: Entry, source: ?, target: ?, case: None, counter: Some(0), discriminator: None },
;     Site { kind: Branch, source: ?, target: ?, case: None, counter: Some(1), discriminator: Some(1) },
;     Site { kind: Branch, source: ?, target: ?, case: None, counter: Some(2), discriminator: Some(2) }], contexts: [], record: None, first_call: None, calls: [] }
; record .debug_fz_words in group f
;   FunctionTokens { name: "f", start: .L__fz_edges.f, blocks: [[1], [2]], tokens: [
;     Token { kind: Equal, score: 85, form: Form { swapped: false, folded: false, wide: false, computed: false }, block: 0, place: ?, of: None, bytes: "RIFF" },
;     Token { kind: Equal, score: 80, form: Form { swapped: true, folded: false, wide: false, computed: false }, block: 0, place: ?, of: None, bytes: "FFIR" },
;     Token { kind: Equal, score: 85, form: Form { swapped: false, folded: false, wide: false, computed: false }, block: 1, place: ?, of: None, bytes: "KMLK" },
;     Token { kind: Equal, score: 80, form: Form { swapped: true, folded: false, wide: false, computed: false }, block: 1, place: ?, of: None, bytes: "KLMK" }] }
; record .debug_fz_words
;   FunctionTokens { name: "uncounted", start: None, blocks: [[]], tokens: [
;     Token { kind: Equal, score: 85, form: Form { swapped: false, folded: false, wide: false, computed: false }, block: 0, place: ?, of: None, bytes: "DCBA" },
;     Token { kind: Equal, score: 80, form: Form { swapped: true, folded: false, wide: false, computed: false }, block: 0, place: ?, of: None, bytes: "ABCD" }] }
;
; $__fz_register_words = comdat any
;
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
; ; Function Attrs: disable_sanitizer_instrumentation nounwind
; define linkonce_odr hidden void @__fz_register_words() #3 comdat {
;   %1 = icmp ne ptr @__fz_words_init, null
;   br i1 %1, label %2, label %3
;
; 2:                                                ; preds = %0
;   call void @__fz_words_init(ptr @__start___fz_words, ptr @__stop___fz_words)
;   br label %3
;
; 3:                                                ; preds = %2, %0
;   ret void
; }
;
; declare extern_weak void @__fz_words_init(ptr, ptr)
