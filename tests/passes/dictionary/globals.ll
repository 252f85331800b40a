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
