// inputs: a b
#include <stdio.h>

static int constants(int c) {
  int kind = c == 'a' ? 5 : 6; // marks: int kind = x- ¦ c == 'a' x- ¦ 5 x- ¦ 6 --
  int both = c == 'a' && kind == 5 ? 1 : c != 'a' || kind ? 2 : 3; // marks: int both = x- ¦ c == 'a' x- ¦ kind == 5 x- ¦ 1 x- ¦ c != 'a' -- ¦ kind -- ¦ 2 -- ¦ 3 --
  const char *name = !(c == 'a' || kind > 6) ? "no" : NULL; // marks: const char *name = x- ¦ ! x- ¦ c == 'a' x- ¦ kind > 6 -- ¦ "no" -- ¦ NULL x-
  int folded = sizeof(int) == 4 ? 7 : 8; // marks: int folded = x-
  return both + kind + (name ? 1 : 0) + folded; // marks: return both + kind + x- ¦ name x- ¦ 1 -- ¦ 0 x- ¦ + folded x-
}

static int nested(int c) {
  return c == 'a' ? (c > 1 ? 10 : 20) : c == 'c' ? 30 : 40; // marks: return -x ¦ c == 'a' -x ¦ c > 1 -- ¦ 10 -- ¦ 20 -- ¦ c == 'c' -x ¦ 30 -- ¦ 40 -x
}

static int or_else(int c) {
  return (c - 'a') ?: 9; // marks: return -x ¦ (c - 'a') -x ¦ 9 --
}

static int lines(int a, int b,
                 const char *text) {
  return a +
         b + // marks:
         (text != NULL); // marks: (text != NULL) xx
}

int main(int argc, char **argv) {
  FILE *f;
  int sum = 0, i;
  f = argc > 1 ? fopen(argv[1], "rb") : stdin; if (!f) return 1; // marks: f = xx ¦ argc > 1 xx ¦ fopen(argv[1], "rb") -- ¦ stdin xx ¦ !f xx ¦ return 1 --
  int c = fgetc(f);
  for (i = c == 'a' ? 1 : 2; i < (c == 'a' ? 3 : 4); i += c == 'b' ? 2 : 1) sum += i; // marks: for xx ¦ i = xx ¦ c == 'a' xx ¦ 1 x- ¦ 2 -x ¦ i < xx ¦ c == 'a' xx ¦ 3 x- ¦ 4 -x ¦ i += xx ¦ c == 'b' xx ¦ 2 -x ¦ 1 x- ¦ sum += i xx
  while (sum > 100) sum--; // marks: while xx ¦ sum > 100 xx ¦ sum-- --
  do { sum++; } while (c == 'q'); // marks: sum++ xx ¦ } xx ¦ c == 'q' xx
  sum += lines(c == 'a' ? 1 : 2, // marks: sum += lines xx ¦ c == 'a' xx ¦ 1 x- ¦ 2 -x
               sum > 3 ? 5 :
               6, // marks: 6 -x
               c == 'b' ? "b" : NULL); // marks: c == 'b' xx ¦ "b" -x ¦ NULL x-
  switch (c == 'a' ? 1 : 2) { // marks: switch xx ¦ c == 'a' xx ¦ 1 x- ¦ 2 -x
  case 1: sum += constants(c); break; // marks: sum += constants(c) x-
  default: sum -= nested(c) + or_else(c); // marks: sum -= nested(c) + or_else(c) -x
  }
  if (c == 'a') { sum = 1; } else if (c == 'b') sum = 2; else { sum = 3; } // marks: c == 'a' xx ¦ sum = 1 x- ¦ c == 'b' -x ¦ sum = 2 -x ¦ sum = 3 --
  return sum == 77 ? 1 : 0; // marks: return xx ¦ sum == 77 xx ¦ 1 -- ¦ 0 xx
}
