/* Obeys its input: a macro of IJON's per letter, and a byte for it. */
#include <stdlib.h>
#include <unistd.h>

__attribute__((noinline)) static void deep(int n) { IJON_STACK_MAX(n); }
__attribute__((noinline)) static void one(int n) {
  deep(n);
  __asm__ volatile("");
}
__attribute__((noinline)) static void other(int n) {
  deep(n);
  __asm__ volatile("");
}

__attribute__((noinline)) static void called(int n) { IJON_SET(ijon_hashint(ijon_hashstack(), n)); }
__attribute__((noinline)) static void here(int n) {
  called(n);
  __asm__ volatile("");
}
__attribute__((noinline)) static void there(int n) {
  called(n);
  __asm__ volatile("");
}

static void obey(void) {
  unsigned char input[256], *next = input, *end;
  ssize_t length = read(0, input, sizeof input);
  for (end = input + (length > 0 ? length : 0); next + 1 < end; next += 2) {
    int n = next[1];
    switch (next[0]) {
      case 's':
        IJON_SET(n);
        break;
      case 'S':
        IJON_SET(ijon_hashint(n, 7));
        break;
      case 'i':
        IJON_INC(n);
        break;
      case 'm':
        IJON_MAX(n);
        break;
      case 'n':
        IJON_MIN(n);
        break;
      case 'a':
        IJON_MAX_AT(n, 77);
        IJON_MIN_AT(n + 1, 77);
        break;
      case 'u':
        IJON_MAX_UNTIL(n, 100);
        break;
      case 'U':
        IJON_MAX_UNTIL_AT(77, n, 100);
        break;
      case 'x':
        IJON_STATE(n);
        break;
      case 'T':
        if (IJON_CTX(n) != n) abort();
        break;
      case 'd':
        IJON_DIST(n, 100);
        break;
      case 'c':
        IJON_CMP(n, 255);
        break;
      case 'b':
        IJON_BITS(n);
        break;
      case 'p':
        IJON_STRDIST((const char *)next, "pattern");
        break;
      case '1':
        one(n);
        break;
      case '2':
        other(n);
        break;
      case 'h':
        here(n);
        break;
      case 'H':
        there(n);
        break;
      case '-':
        __AFL_COVERAGE_OFF();
        break;
      case '+':
        __AFL_COVERAGE_ON();
        break;
    }
  }
}

int main(void) {
#ifdef PERSISTENT
  while (__AFL_LOOP(1000)) obey();
#else
  obey();
#endif
  return 0;
}
