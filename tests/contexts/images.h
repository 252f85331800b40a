// A program and two libraries that call each other.
typedef int (*work)(int);

int one_leaf(int), one_entry(int), one_tail(int), one_pointer(work, int), one_shared(int);
int two_leaf(int), two_entry(int), two_tail(int), two_back(int);
int host_leaf(int);
// Both libraries and the program have one.
int everywhere(int);
// The first library and, in some builds, the program have one.
int replaced(int);
extern const work table[2];

// Not to be guessed.
static inline int shown(int x) {
  __asm__("" : "+r"(x));
  return x;
}
