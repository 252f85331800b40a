// Functions that are called directly, and by a C library that knows no contexts. The program says how often it calls.
#define _GNU_SOURCE
#include <search.h>
#include <stdio.h>
#include <stdlib.h>

static int depth, recursions, recursions_local, returns;

// Compares by sorting, which compares.
int nested(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  if (depth < 2) {
    int more[] = {y, x};
    depth++;
    qsort(more, 2, sizeof *more, nested);
    depth--;
    if (more[0] > more[1])
      return 99;
  }
  return x < y ? -1 : x > y;
}

// Compares by itself. The call's token may still be in its register when the C library calls the next time.
int again(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  if (x > 10) {
    int fewer[] = {x / 10, y / 10};
    recursions++;
    return again(fewer, fewer + 1) * 2;
  }
  return x < y ? -1 : x > y;
}

// The same where the compiler lays the rows out.
static int again_local(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  if (x > 10) {
    int fewer[] = {x / 10, y / 10};
    recursions_local++;
    return again_local(fewer, fewer + 1) * 2;
  }
  return x < y ? -1 : x > y;
}

// Called by `main` at its end, and then by what runs at exit.
__attribute__((noinline)) void at_end(void) { returns++ ? puts("again") : puts("once"); }

static int seen;
__attribute__((noinline)) void visit(const void *node, VISIT which, int level) {
  if (which == preorder || which == leaf)
    seen += level;
}

static void keep(void *number) {}

__attribute__((noinline)) int direct(void) {
  int numbers[] = {31, 12};
  int s = nested(numbers, numbers + 1);
  s = s * 3 + again(numbers, numbers + 1);
  s = s * 3 + again_local(numbers, numbers + 1);
  visit(0, leaf, 5);
  return s;
}

__attribute__((noinline)) void sort_all(void) {
  int a[] = {51, 17, 33, 94, 62, 23}, b[] = {61, 27, 43, 4, 72, 33}, c[] = {71, 37, 53, 14, 82, 43};
  void *root = 0;
  qsort(a, 3, sizeof *a, nested);
  qsort(b, 6, sizeof *b, again);
  qsort(c, 6, sizeof *c, again_local);
  for (int i = 0; i < 6; i++)
    tsearch(&a[i], &root, i < 3 ? again : again_local);
  twalk(root, visit);
  tdestroy(root, keep);
  for (int i = 0; i < 6; i++)
    printf("%d %d %d\n", a[i], b[i], c[i]);
}

int main(void) {
  int s = direct();
  sort_all();
  printf("%d %d recursions %d %d\n", s, seen, recursions, recursions_local);
  atexit(at_end);
  at_end();
  return 0;
}
