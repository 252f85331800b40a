// Asks every row what it says of all short operands, each of them directly in front of a page that cannot be read, and
// compares that with what the function itself says. Rows are generated, see tests/split_calls.rs.

#define _GNU_SOURCE
#include "rows.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096, MOST = 8, ROOM = 4096 };

struct text {
  int length;
  char bytes[MOST];
};

static struct text strings[ROOM], blocks[ROOM];
static int string_count, block_count;

// All texts of up to `longest` bytes of an alphabet.
static void fill(struct text *texts, int *count, const char *alphabet, int letters, int longest) {
  static const struct text empty;
  int from = *count;
  texts[(*count)++] = empty;
  for (int at = from; at < *count; at++) {
    if (texts[at].length == longest)
      continue;
    for (int l = 0; l < letters; l++) {
      if (*count == ROOM)
        abort();
      struct text *next = &texts[(*count)++];
      *next = texts[at];
      next->bytes[next->length++] = alphabet[l];
    }
  }
}

static char *guarded[2];

// The bytes, and then nothing that may be read.
static const char *place(int which, const void *bytes, int length) {
  char *at = guarded[which] + PAGE - length;
  memcpy(at, bytes, length);
  return at;
}

static const struct row *current;
static long asked, wrong;

static void show(const char *label, const char *text, long length) {
  fprintf(stderr, " %s=", label);
  if (!text)
    fprintf(stderr, "NULL");
  for (long i = 0; text && i < length && i < MOST; i++)
    fprintf(stderr, "%02x", (unsigned char)text[i]);
}

static void crashed(int signal) {
  fprintf(stderr, "%s: signal %d\n", current->label, signal);
  _exit(2);
}

static long normal(const struct row *row, long value) {
  switch (row->how) {
  case SIGN:
    return ((int)value > 0) - ((int)value < 0);
  case TRUTH:
    return value != 0;
  default:
    return value;
  }
}

static void ask(const struct row *row, const char *a, const char *b, long n, long m) {
  asked++;
  long expected = normal(row, row->reference(a, b, n, m)), got = normal(row, row->code(a, b, n, m));
  if (expected == got)
    return;
  if (wrong++ < 20) {
    fprintf(stderr, "%s: %ld, not %ld, for", row->label, got, expected);
    show("a", a, row->a_length);
    show("b", b, row->b_length);
    fprintf(stderr, " n=%ld m=%ld\n", n, m);
  }
}

// How much of a text a function may read.
static int visible(const struct row *row, const struct text *text, long n) {
  if (row->flags & MEMORY)
    return text->length;
  return (row->flags & BOUNDED) && n >= 0 && n <= text->length ? (int)n : text->length + 1;
}

static void with_length(struct row *row, long n) {
  int memory = row->flags & MEMORY;
  const struct text *texts = memory ? blocks : strings;
  int count = memory ? block_count : string_count;
  // Pairs of long texts are too many.
  int longest = row->constant ? MOST : row->flags & BOUNDED ? 2 : 3;
  for (int i = 0; i < count; i++) {
    if (memory ? texts[i].length != n : texts[i].length > longest)
      continue;
    int free = row->side == 0 ? 1 : 0;
    int seen = visible(row, &texts[i], n);
    const char *one = place(free, texts[i].bytes, seen);
    if (row->constant) {
      const char *a = free ? row->constant : one, *b = free ? one : row->constant;
      row->a_length = free ? row->length : seen, row->b_length = free ? seen : row->length;
      ask(row, a, b, n, row->length);
      continue;
    }
    row->a_length = seen;
    for (int j = 0; j < count; j++) {
      if (memory ? texts[j].length != n : texts[j].length > longest)
        continue;
      row->b_length = visible(row, &texts[j], n);
      ask(row, one, place(1, texts[j].bytes, row->b_length), n, 0);
    }
  }
  if (!(row->flags & NULLABLE))
    return;
  row->a_length = row->b_length = 1;
  if (row->constant) {
    ask(row, row->side == 0 ? row->constant : NULL, row->side == 0 ? NULL : row->constant, n, row->length);
  } else {
    ask(row, NULL, NULL, n, 0);
    ask(row, NULL, place(1, "", 1), n, 0);
    ask(row, place(0, "", 1), NULL, n, 0);
  }
}

// A std::string of n bytes, with a C string, or another std::string of m bytes.
static void with_std_string(struct row *row) {
  int other_string = row->flags & MEMORY;
  const struct text *others = other_string ? blocks : strings;
  int count = other_string ? block_count : string_count;
  for (int i = 0; i < block_count; i++) {
    row->a_length = blocks[i].length;
    const char *a = place(0, blocks[i].bytes, blocks[i].length);
    if (row->constant) {
      row->b_length = row->length;
      ask(row, a, row->constant, blocks[i].length, row->length);
      continue;
    }
    for (int j = 0; j < count; j++) {
      if (others[j].length > 3)
        continue;
      row->b_length = others[j].length + !other_string;
      const char *b = place(1, others[j].bytes, row->b_length);
      ask(row, a, b, blocks[i].length, others[j].length);
    }
  }
}

int main(void) {
  fill(strings, &string_count, "aBbiI\x80\xff", 7, 3);
  fill(strings, &string_count, "aI\xff", 3, 4);
  fill(strings, &string_count, "ab", 2, 6);
  fill(blocks, &block_count, "a\0b\x80\xff", 5, 4);
  for (int i = 0; i < 2; i++) {
    guarded[i] = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (guarded[i] == MAP_FAILED || mprotect(guarded[i] + PAGE, PAGE, PROT_NONE))
      abort();
  }
  signal(SIGSEGV, crashed);
  signal(SIGBUS, crashed);
  for (int i = 0; i < row_count; i++) {
    struct row *row = &rows[i];
    current = row;
    if (row->flags & CHARACTER) {
      row->a_length = row->length;
      for (long c = -300; c < 300; c++)
        ask(row, row->constant, NULL, c, row->n);
    } else if (row->flags & STD_STRING) {
      with_std_string(row);
    } else if (row->n != ANY || !(row->flags & BOUNDED)) {
      with_length(row, row->n);
    } else {
      // A constant in memory has no more than its length.
      long most = (row->flags & MEMORY) && row->constant && !(row->flags & SEARCH) ? row->length : 6;
      for (long n = row->flags & SIGNED ? -1 : 0; n <= most; n++)
        with_length(row, n);
    }
  }
  printf("%ld asked, %ld wrong\n", asked, wrong);
  return wrong != 0;
}
