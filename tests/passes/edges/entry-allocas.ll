;; The entry's counter stands behind the allocas: code generation wants those in one run.
; pipeline: edges<count=wrap;pcs=off;records=off>
; hide: constructor, target
target triple = "x86_64-pc-linux-gnu"
declare void @use(ptr)
define void @f() {
  %a = alloca i32
  %b = alloca i64
  call void @use(ptr %a)
  call void @use(ptr %b)
  ret void
}
;; expected
; $f = comdat nodeduplicate
;
; @__fz_edges.f = private global [1 x i8] zeroinitializer, section "__sancov_cntrs", comdat($f), align 1
; @llvm.compiler.used = appending global [1 x ptr] [ptr @__fz_edges.f], section "llvm.metadata"
;
; declare void @use(ptr)
;
; define void @f() #0 comdat {
;   %a = alloca i32, align 4
;   %b = alloca i64, align 8
;   %1 = load i8, ptr @__fz_edges.f, align 1, !nosanitize !3
;   %2 = add i8 %1, 1
;   store i8 %2, ptr @__fz_edges.f, align 1, !nosanitize !3
;   call void @use(ptr %a)
;   call void @use(ptr %b)
;   ret void
; }
;
; attributes #0 = { "fz-edges" }
; attributes #1 = { disable_sanitizer_instrumentation nounwind }
;
; !fz.facts = !{!0, !1, !2}
;
; !0 = !{!"counters", !"1"}
; !1 = !{!"edges", !"1"}
; !2 = !{!"functions", !"1"}
; !3 = !{}
