// inputs: a b
#include <stdio.h>
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define FAIL -1
#define CHECK(x) do { if (!(x)) return FAIL; } while (0)
#define IS_A(c) ((c) == 'a')
#define BEGIN {
#define ANSWER(name) int name(int c) { if (IS_A(c)) return 1; return 2; }

ANSWER(answer) // marks: ANSWER(answer) xx

static int checked(int c) {
  CHECK(c > 1); // marks: CHECK(c > 1) xx
  CHECK(
      c == 'a'); // the first line has it
  return FAIL; // marks: return FAIL x-
}

static int chosen(int c) {
  int n = MAX(c, 'a'); // marks: int n = xx ¦ MAX(c, 'a') xx
  n += IS_A(c) ? FAIL : MAX(1, 2) + 3; // marks: n += xx ¦ IS_A(c) xx ¦ FAIL x-
  if (IS_A(c) && n) BEGIN n++; } // marks: IS_A(c) xx ¦ n x- ¦ n++ x-
  return n + (IS_A(c)); // marks: return n + xx ¦ (IS_A(c)) xx
}

int main(void) {
  int c = getchar(); // marks: int c = getchar() xx
  return checked(c) + chosen(c) + answer(c) > 1000; // marks: return xx ¦ checked(c) + chosen(c) + answer(c) > 1000 xx
}
