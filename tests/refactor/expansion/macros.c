// flags: -std=c2x
#define BOTH(x, y) ((x) && (y))
#define ANY(...) BOTH(__VA_ARGS__) || NAME(f, 2)(0)
#define NAME(x, y) x##y
#define TEXT(x) #x
#pragma pack(push, 1)
struct s { char c; int n; };
#pragma pack(pop)

int f2(int a);

int f(int a, int b) {
  const char *text = TEXT(a "b\n" \
    c);
  _Pragma("GCC diagnostic push") a++; _Pragma("GCC diagnostic pop")
#pragma clang loop unroll(disable)
  for (int i = 0; i < 3; i++) b += i;
  if (ANY(a == b, b)) return text[__LINE__];
  __asm__ volatile("nop" : : "r"(a == b) : "memory");
  return BOTH(a,
    b);
}
//// expected
// #pragma pack(push, 1)
// struct s {
//   char c;
//   int n;
// };
// #pragma pack(pop)
// int f2(int a);
// int f(int a, int b) {
//   const char *text = "a \"b\\n\" c";
// #pragma GCC diagnostic push
//   a++;
// #pragma GCC diagnostic pop
// #pragma clang loop unroll(disable)
//   for (
//     int i = 0;
//     i < 3;
//     i++)
//     b += i;
//   if (
//     (
//       (a == b) &&
//       (b)) ||
//     f2(0))
//     return text[18];
//   __asm__ volatile("nop" : : "r"(
//       a == b) : "memory");
//   return
//     ((a) &&
//     (b));
// }
