;; The block after `%join` decides, and is reached by two ways of which one has a counter: it gets its own. So does
;; `%last`, all of whose edges have counters already.
; pipeline: edges<nodes=on;form=ir;prune=none;pcs=off;records=off>
define void @f(i1 %a, i1 %b, i1 %c) {
entry:
  br i1 %a, label %left, label %join
left:
  call void @g()
  br label %join
join:
  br i1 %b, label %right, label %last
right:
  br i1 %c, label %last, label %end
last:
  br i1 %a, label %end, label %entry2
entry2:
  br label %end
end:
  ret void
}
declare void @g()
