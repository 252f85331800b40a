const char *text() {
  return R"x(one
  two ? three : four)x" "more";
}
int after(int a) { return a > 1; }
//// expected
// const char *text() {
//   return R"x(one
//   two ? three : four)x" "more";
// }
// int after(int a) {
//   return
//     a > 1;
// }
