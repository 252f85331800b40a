; Clang's own probes stay.
; pipeline: pins,pins<stage=erase>
; codegen: no
target triple = "x86_64-pc-linux-gnu"

define i1 @asks(i32 %x) {
  call void @llvm.pseudoprobe(i64 1, i64 2, i32 0, i64 -1)
  %c = icmp eq i32 %x, 7
  ret i1 %c
}

declare void @llvm.pseudoprobe(i64, i64, i32, i64)
