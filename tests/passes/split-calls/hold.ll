;; Calls that a late run would split are kept from becoming something else; others are not, nor is what the program holds
;; itself.
; pipeline: split-calls<hold=on>
@ab = private constant [3 x i8] c"ab\00"
declare i32 @strcmp(ptr, ptr)
declare ptr @strchr(ptr, i32)

define i32 @held(ptr %s) {
  %r = call i32 @strcmp(ptr %s, ptr @ab)
  ret i32 %r
}

define available_externally i32 @for_inlining(ptr %s) {
  %r = call i32 @strcmp(ptr %s, ptr @ab)
  ret i32 %r
}

define i32 @constant() {
  %r = call i32 @strcmp(ptr @ab, ptr @ab)
  ret i32 %r
}

define ptr @no_set(ptr %s) {
  %r = call ptr @strchr(ptr %s, i32 97)
  ret ptr %r
}

define i32 @by_itself(ptr %s) {
  %r = call i32 @strcmp(ptr %s, ptr @ab) nobuiltin
  ret i32 %r
}
;; expected
;
; @ab = private constant [3 x i8] c"ab\00"
;
; declare i32 @strcmp(ptr, ptr)
;
; declare ptr @strchr(ptr, i32)
;
; define i32 @held(ptr %s) {
;   %r = call i32 @strcmp(ptr %s, ptr @ab) #0
;   ret i32 %r
; }
;
; define available_externally i32 @for_inlining(ptr %s) {
;   %r = call i32 @strcmp(ptr %s, ptr @ab) #0
;   ret i32 %r
; }
;
; define i32 @constant() {
;   %r = call i32 @strcmp(ptr @ab, ptr @ab)
;   ret i32 %r
; }
;
; define ptr @no_set(ptr %s) {
;   %r = call ptr @strchr(ptr %s, i32 97)
;   ret ptr %r
; }
;
; define i32 @by_itself(ptr %s) {
;   %r = call i32 @strcmp(ptr %s, ptr @ab) #1
;   ret i32 %r
; }
;
; attributes #0 = { nobuiltin "fz-held" }
; attributes #1 = { nobuiltin }
