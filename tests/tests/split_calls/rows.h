// What the driver and the generated rows share.

enum { ANY = -1000 };
enum how { SIGN, TRUTH, EXACT };
// What a function takes: blocks of memory, a length, a negative one, NULL, a haystack, a character, a std::string.
enum { MEMORY = 1, BOUNDED = 2, SIGNED = 4, NULLABLE = 8, SEARCH = 16, CHARACTER = 32, STD_STRING = 64 };

typedef long question(const char *a, const char *b, long n, long m);

struct row {
  const char *label;
  question *code, *reference;
  // The operand that the code has built in, if it has; its length without the NUL.
  const char *constant;
  int length;
  // Which operand that is.
  int side;
  // The length that is built in, or ANY.
  long n;
  int flags;
  enum how how;
  // For messages.
  int a_length, b_length;
};

extern struct row rows[];
extern const int row_count;
