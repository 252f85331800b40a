// Computed goto, asm goto, setjmp, varargs, a naked function, an ifunc, weak and alias symbols, a big switch.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
static jmp_buf env;
static int interpret(const unsigned char *code) {
  static void *labels[] = {&&add, &&sub, &&end};
  int acc = 0;
  goto *labels[*code++];
add: acc += 5; goto *labels[*code++];
sub: acc -= 2; goto *labels[*code++];
end: return acc;
}
static int branch(int x) {
  __asm__ goto("cmpl $7, %0; je %l1" : : "r"(x) : "cc" : seven);
  return 1;
seven:
  return 7;
}
__attribute__((naked)) int bare(void) { __asm__("movl $11, %eax; ret"); }
static int fast(int x) { return x + 1; }
static int slow(int x) { return x + 2; }
static int (*resolve(void))(int) { return sizeof(void *) == 8 ? fast : slow; }
int chosen(int) __attribute__((ifunc("resolve")));
__attribute__((weak)) int overridable(void) { return 13; }
int other_name(void) __attribute__((alias("overridable")));
static int sum(int n, ...) {
  va_list l;
  va_start(l, n);
  int s = 0;
  while (n--) s += va_arg(l, int);
  va_end(l);
  return s;
}
static int many(int x) {
  switch (x) {
  case 1: return 9; case 2: return 8; case 3: return 7; case 4: return 1; case 5: return 12; case 6: return 17;
  case 100: return 3; case 101: return 3; case 5000: return 4; default: return x > 6 ? 2 : 0;
  }
}
__attribute__((noreturn)) static void leap(int v) { longjmp(env, v); }
int main(int argc, char **argv) {
  const unsigned char code[] = {0, 0, 1, 0, 2};
  int jumps = 0;
  int v = setjmp(env);
  if (v < 3) { jumps++; leap(v + 1); }
  int s = 0;
  for (int i = 0; i < 120; i++) s += many(i);
  printf("%d %d%d %d %d %d %d %d %d\n", interpret(code), branch(argc), branch(7 * argc), bare(), chosen(1),
         overridable() + other_name(), sum(3, 1, 2, argc), s + many(5000), v);
  return 0;
}
