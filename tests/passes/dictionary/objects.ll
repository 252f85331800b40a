;; String objects of C++ are compared by templates, whose names say what they do, and are made of constants.
; pipeline: pins,dictionary
; codegen: no
target triple = "x86_64-pc-linux-gnu"

@eq = private constant [3 x i8] c"eq\00"
@fi = private constant [3 x i8] c"fi\00"
@of = private constant [3 x i8] c"of\00"
@mk = private constant [3 x i8] c"mk\00"
@sv = private constant [3 x i8] c"sv\00"
@out = private constant [4 x i8] c"out\00"

declare i1 @_ZSteqIcSt11char_traitsIcESaIcEEbRKNSt7__cxx1112basic_stringIT_T0_T1_EEPKS5_(ptr, ptr)
declare i64 @_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE4findEPKcm(ptr, ptr, i64)
declare i64 @_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE13find_first_ofEPKcm(ptr, ptr, i64)
declare void @_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEC2IS3_EEPKcRKS3_(ptr, ptr, ptr)
declare { i64, ptr } @_ZNSt8literals20string_view_literalsli2svEPKcm(ptr, i64)
declare ptr @_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc(ptr, ptr)

define void @f(ptr %s) {
  call i1 @_ZSteqIcSt11char_traitsIcESaIcEEbRKNSt7__cxx1112basic_stringIT_T0_T1_EEPKS5_(ptr %s, ptr @eq)
  call i64 @_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE4findEPKcm(ptr %s, ptr @fi, i64 0)
  call i64 @_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE13find_first_ofEPKcm(ptr %s, ptr @of, i64 0)
  call void @_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEC2IS3_EEPKcRKS3_(ptr %s, ptr @mk, ptr %s)
  call { i64, ptr } @_ZNSt8literals20string_view_literalsli2svEPKcm(ptr @sv, i64 2)
  call ptr @_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc(ptr %s, ptr @out)
  ret void
}
;; expected
; target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
; target triple = "x86_64-pc-linux-gnu"
;
; @eq = private constant [3 x i8] c"eq\00"
; @fi = private constant [3 x i8] c"fi\00"
; @of = private constant [3 x i8] c"of\00"
; @mk = private constant [3 x i8] c"mk\00"
; @sv = private constant [3 x i8] c"sv\00"
; @out = private constant [4 x i8] c"out\00"
;
; declare i1 @_ZSteqIcSt11char_traitsIcESaIcEEbRKNSt7__cxx1112basic_stringIT_T0_T1_EEPKS5_(ptr, ptr)
;
; declare i64 @_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE4findEPKcm(ptr, ptr, i64)
;
; declare i64 @_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE13find_first_ofEPKcm(ptr, ptr, i64)
;
; declare void @_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEC2IS3_EEPKcRKS3_(ptr, ptr, ptr)
;
; declare { i64, ptr } @_ZNSt8literals20string_view_literalsli2svEPKcm(ptr, i64)
;
; declare ptr @_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc(ptr, ptr)
;
; define void @f(ptr %s) {
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 0, i32 0, i64 -1)
;   %1 = call i1 @_ZSteqIcSt11char_traitsIcESaIcEEbRKNSt7__cxx1112basic_stringIT_T0_T1_EEPKS5_(ptr %s, ptr @eq)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 1, i32 0, i64 -1)
;   %2 = call i64 @_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE4findEPKcm(ptr %s, ptr @fi, i64 0)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 2, i32 0, i64 -1)
;   %3 = call i64 @_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE13find_first_ofEPKcm(ptr %s, ptr @of, i64 0)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 3, i32 0, i64 -1)
;   call void @_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEC2IS3_EEPKcRKS3_(ptr %s, ptr @mk, ptr %s)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 4, i32 0, i64 -1)
;   %4 = call { i64, ptr } @_ZNSt8literals20string_view_literalsli2svEPKcm(ptr @sv, i64 2)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 5, i32 0, i64 -1)
;   %5 = call ptr @_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc(ptr %s, ptr @out)
;   call void @llvm.pseudoprobe(i64 3347140347199126118, i64 6, i32 0, i64 -1)
;   ret void
; }
;
; ; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
; declare void @llvm.pseudoprobe(i64, i64, i32, i64) #0
;
; attributes #0 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
;
; !fz.words = !{!0, !1, !2, !3, !4, !5}
; !fz.facts = !{!6}
;
; !0 = !{i64 0, i64 6, i64 90, i64 0, !"", i64 0, i64 0, !"_ZSteqIcSt11char_traitsIcESaIcEEbRKNSt7__cxx1112basic_stringIT_T0_T1_EEPKS5_", !"eq"}
; !1 = !{i64 1, i64 6, i64 90, i64 0, !"", i64 0, i64 0, !"_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE4findEPKcm", !"fi"}
; !2 = !{i64 2, i64 10, i64 15, i64 0, !"", i64 0, i64 0, !"_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE13find_first_ofEPKcm", !"of"}
; !3 = !{i64 3, i64 7, i64 60, i64 0, !"", i64 0, i64 0, !"_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEC2IS3_EEPKcRKS3_", !"mk"}
; !4 = !{i64 4, i64 7, i64 60, i64 0, !"", i64 0, i64 0, !"_ZNSt8literals20string_view_literalsli2svEPKcm", !"sv"}
; !5 = !{i64 5, i64 7, i64 4, i64 0, !"", i64 0, i64 0, !"_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc", !"out"}
; !6 = !{!"done:dictionary", !"6"}
