// Elements take their labels along when libc sorts them; its calls of the comparison have them.
// input: "d4b2a1c3"

#include "input.h"

struct item {
  unsigned char key, value;
};

static int before(const void *a, const void *b) {
  const struct item *x = a, *y = b;
  return x->key - y->key;
}

int main(int count, char **words) {
  input(words);
  struct item items[4];
  memcpy(items, in, sizeof items);
  qsort(items, 4, sizeof items[0], before);
  ASK(items[0].key == 'x');   // taint: 4
  ASK(items[0].value == 'x'); // taint: 5
  ASK(items[1].value == 'x'); // taint: 3
  ASK(items[2].value == 'x'); // taint: 7
  ASK(items[3].value == 'x'); // taint: 1
  struct item wanted = {'c', 0};
  struct item *found = bsearch(&wanted, items, 4, sizeof items[0], before);
  ASK(found->value == 'x');
}
