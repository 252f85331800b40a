#include <stdio.h>
#include <stdlib.h>
int compare(const void *a, const void *b) {
  return *(const char *)a - *(const char *)b;
}
void of_table(int x) {
  if (x > 3)
    puts("table");
}
void nobodys(int x) {
  printf("%d", x);
}
int inner(int x) {
  return x + 1;
}
int by_name(int x) {
  return inner(x) * 2;
}
void (*volatile table[])(int) = {of_table};
int main(void) {
  char text[] = "ab";
  int c = getchar();
  if (c == 'q')
    qsort(text, 2, 1, compare);
  if (c == 't')
    table[0](c);
  if (c == 'n')
    return by_name(c);
  return 0;
}
