;; Numbers in the construction of global variables are tokens: of the program, not of what fz or a fuzzer's macros put there.
; pipeline: pins,dictionary
; codegen: no
target triple = "x86_64-pc-linux-gnu"

@table = global [16 x i8] zeroinitializer
@persistent = private constant [24 x i8] c"##SIG_AFL_PERSISTENT##\00\00"
@deferred = private constant [25 x i8] c"##SIG_AFL_DEFER_FORKSRV##"

declare void @_ZN5EntryC2Em(ptr, i64)
declare void @use(ptr)

define internal void @__cxx_global_var_init() {
  call void @_ZN5EntryC2Em(ptr @table, i64 305419896)
  call void @llvm.memset.p0.i64(ptr @table, i8 0, i64 4660, i1 false)
  ret void
}

define void @main() {
  call void asm sideeffect "", "r"(ptr @persistent)
  call void asm sideeffect "", "r"(ptr @deferred)
  call void @use(ptr @persistent)
  ret void
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; @table = global [16 x i8] zeroinitializer
; @persistent = private constant [24 x i8] c"##SIG_AFL_PERSISTENT##\00\00"
; @deferred = private constant [25 x i8] c"##SIG_AFL_DEFER_FORKSRV##"
;
; declare void @_ZN5EntryC2Em(ptr, i64)
;
; declare void @use(ptr)
;
; define internal void @__cxx_global_var_init() {
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 0, i32 0, i64 -1)
;   call void @_ZN5EntryC2Em(ptr @table, i64 305419896)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 1, i32 0, i64 -1)
;   call void @llvm.memset.p0.i64(ptr @table, i8 0, i64 4660, i1 false)
;   ret void
; }
;
; define void @main() {
;   call void asm sideeffect "", "r"(ptr @persistent)
;   call void asm sideeffect "", "r"(ptr @deferred)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 2, i32 0, i64 -1)
;   call void @use(ptr @persistent)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 3, i32 0, i64 -1)
;   ret void
; }
;
; ; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
; declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #0
;
; ; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
; declare void @llvm.pseudoprobe(i64, i64, i32, i64) #1
;
; attributes #0 = { nocallback nofree nounwind willreturn memory(argmem: write) }
; attributes #1 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
;
; !fz.written = !{!0}
; !fz.words = !{!1, !2}
; !fz.facts = !{!3}
;
; !0 = !{!"xV4\12\00\00\00\00"}
; !1 = !{i64 0, i64 8, i64 40, i64 0, !"", i64 0, i64 0, !"", !"xV4\12"}
; !2 = !{i64 0, i64 8, i64 35, i64 1, !"", i64 0, i64 0, !"", !"\124Vx"}
; !3 = !{!"done:dictionary", !"2"}
