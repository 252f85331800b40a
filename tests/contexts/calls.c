// Every way to call a function; half of the functions stand in calls_other.c.
#include "calls.h"

int counted();
int unpromoted();

__attribute__((weak, noinline)) long weak_here(long x) { return x > 2 ? x + 1 : x - 1; }

// The other half has another, which wins or is interposed.
__attribute__((weak, noinline)) long weak_there(long x) { return x > 2 ? x + 1000 : 17; }

__attribute__((noinline)) long leaf(long x) { return x & 1 ? x * 3 : x / 2 + 1; }

static __attribute__((noinline)) long local(long x) { return x > 10 ? leaf(x) - 1 : x + 5; }

static inline __attribute__((always_inline)) long inner(long x) { return x > 4 ? local(x) : local(x + 20); }
static inline long middle(long x) { return inner(x) ^ (x > 1 ? inner(x * 2) : 3); }
static inline long outer(long x) { return middle(x) + middle(x + 1); }

__attribute__((noinline)) long even(long x) {
  if (x == 0)
    return 100;
  __attribute__((musttail)) return odd(x - 1);
}

static __attribute__((noinline)) long turn(step f, long x) { return x > 3 ? f(x) : f(x + 7); }

static __attribute__((noinline)) int forward(int n, ...) {
  va_list list;
  va_start(list, n);
  int s = n > 3 ? sum_list(n, list) : -sum_list(n, list);
  va_end(list);
  return s;
}

static __attribute__((noinline)) double mixed(int n, ...) {
  va_list list, again;
  va_start(list, n);
  va_copy(again, list);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += i % 2 ? va_arg(list, double) : (double)va_arg(list, long double);
  s += (double)va_arg(again, long double);
  va_end(again);
  va_end(list);
  return s;
}

// `leaf` by its name, from code that knows no contexts.
__asm__(".text\n"
        ".type assembly_calls, @function\n"
        "assembly_calls:\n"
        "  .cfi_startproc\n"
        "  subq $8, %rsp\n"
        "  .cfi_adjust_cfa_offset 8\n"
        "  movq $-1, %r10\n"
        "  call from_assembly@PLT\n"
        "  addq $8, %rsp\n"
        "  .cfi_adjust_cfa_offset -8\n"
        "  ret\n"
        "  .cfi_endproc\n");
extern __attribute__((visibility("hidden"))) long assembly_calls(long);

static __attribute__((noinline)) struct wide rotate(struct wide w, int n) {
  struct wide out;
  for (int i = 0; i < 9; i++)
    out.word[i] = n > 2 ? w.word[(i + n) % 9] : -w.word[i];
  return out;
}

int main(void) {
  long s = 0;
  for (long x = 0; x < 12; x++)
    s = s * 7 % 100003 + leaf(x) + local(x) + outer(x) + ends_in_leaf(x) + turn(leaf, x) + turn(other_name, x) + chosen(x);
  printf("plain %ld\n", s);
  printf("weak %ld %ld %ld\n", weak_here(1) + weak_here(5), weak_there(1), weak_there(9));
  printf("tails %ld %ld\n", even(1001), odd(1000));
  printf("list %d %d %d %g\n", sum(3, 1, 2, 3), forward(5, 5, 4, 3, 2, 1), forward(2, 1, 2),
         mixed(4, 1.5L, 2.5, 3.5L, 4.5) + mixed(2, 8.25L, 0.5));
  printf("old %d %d %d\n", counted(3, 4), counted(-3, 4), unpromoted('a', 1.5, 2));
  struct wide w = rotate(make_wide(3), 4);
  printf("wide %ld %ld %ld\n", take_wide(1, w, 2), take_wide(-1, rotate(w, 1), 2), make_wide(-4).word[8]);
  printf("pair %g %d\n", make_pair(3).a, make_pair(-3).b);
  printf("extended %.10Lg %.10Lg\n", half(3.0L), half(-1e30L));
  printf("twenty %ld %ld\n",
         twenty(1, 2, 3.5, 4, 5, 6.5f, 7, 8.5L, 9, 10, make_pair(11), 12, 13, 14.5f, 15, 16, 17.5, 18, &s, 20),
         twenty(-1, 2, 3.5, 4, 5, 6.5f, 7, 8.5L, 9, 10, make_pair(-11), 12, 13, 14.5f, 15, 16, 17.5, 18, 0, -20));
  long kept = 5, also = 6;
  keeps(&kept);
  keeps(&also);
  keeps(&kept);
  printf("kept %ld %ld\n", kept, also);
  printf("assembly %ld %ld %ld\n", assembly_calls(1), from_assembly(8), assembly_calls(8));
  return 0;
}
