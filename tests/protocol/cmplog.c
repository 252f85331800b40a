/* Compares by hand. A line of stdin is a call of one hook:

     name argument...

   A number is itself, with * it goes on: the call is made so many times, its first argument counting up. Behind a
   letter and a colon stand bytes in memory: h on the heap; e at the end of a page behind which nothing is; s, t and l in
   a std::string, of libstdc++, of libc++ and of libc++ as a long one. `constant`, `variable`, `nothing` are pointers. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define HOOKS(X)                                                                                           \
  X(__cmplog_ins_hook1) X(__cmplog_ins_hook2) X(__cmplog_ins_hook4) X(__cmplog_ins_hook8)                  \
  X(__cmplog_ins_hook16) X(__cmplog_ins_hookN) X(__cmplog_rtn_hook) X(__cmplog_rtn_hook_n)                 \
  X(__cmplog_rtn_hook_str) X(__cmplog_rtn_hook_strn) X(__cmplog_rtn_gcc_stdstring_cstring)                 \
  X(__cmplog_rtn_gcc_stdstring_stdstring) X(__cmplog_rtn_llvm_stdstring_cstring)                           \
  X(__cmplog_rtn_llvm_stdstring_stdstring) X(__sanitizer_cov_trace_cmp1) X(__sanitizer_cov_trace_cmp2)     \
  X(__sanitizer_cov_trace_cmp4) X(__sanitizer_cov_trace_cmp8) X(__sanitizer_cov_trace_const_cmp1)          \
  X(__sanitizer_cov_trace_const_cmp2) X(__sanitizer_cov_trace_const_cmp4)                                  \
  X(__sanitizer_cov_trace_const_cmp8) X(__sanitizer_cov_trace_switch) X(__sanitizer_weak_hook_memcmp)      \
  X(__sanitizer_weak_hook_memmem) X(__sanitizer_weak_hook_strcasecmp) X(__sanitizer_weak_hook_strcasestr)  \
  X(__sanitizer_weak_hook_strcmp) X(__sanitizer_weak_hook_strncasecmp) X(__sanitizer_weak_hook_strncmp)    \
  X(__sanitizer_weak_hook_strstr)

#define DECLARE(name) __attribute__((weak)) void name(void);
HOOKS(DECLARE)
#define ENTRY(name) {#name, name},
static const struct {
  const char *name;
  void (*hook)(void);
} hooks[] = {HOOKS(ENTRY)};

/* All calls come from one place, whose return address is known. */
void invoke(void (*hook)(void), const uint64_t *arguments);
extern const char invoked[];
__asm__(
    ".pushsection .text\n"
    "invoke:\n"
    "  push %rbx\n"
    "  mov %rdi, %rax\n"
    "  mov %rsi, %r10\n"
    "  mov (%r10), %rdi\n"
    "  mov 8(%r10), %rsi\n"
    "  mov 16(%r10), %rdx\n"
    "  mov 24(%r10), %rcx\n"
    "  mov 32(%r10), %r8\n"
    "  mov 40(%r10), %r9\n"
    "  call *%rax\n"
    ".globl invoked\n"
    "invoked:\n"
    "  pop %rbx\n"
    "  ret\n"
    ".popsection\n");

static unsigned char gate;
__attribute__((weak)) void __fz_compares_init(unsigned char *, unsigned char *);
static void register_gate(void) {
  if (__fz_compares_init) __fz_compares_init(&gate, &gate + 1);
}
__attribute__((used, section(".init_array.00002"))) static void (*const registration)(void) = register_gate;

static const char constant[] = "constant, longer than any operand in a segment";
static char variable[] = "variable, longer than any operand in a segment";

static uint64_t address(const void *pointer) { return (uint64_t)(uintptr_t)pointer; }

/* Text in memory of its own, with zeros behind it. */
static char *on_heap(const char *text) {
  char *copy = calloc(1, strlen(text) + 64);
  return strcpy(copy, text);
}

static char *at_page_end(const char *text) {
  size_t length = strlen(text), page = 4096;
  char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap(pages + page, page);
  return memcpy(pages + page - length, text, length);
}

static uint64_t *words(uint64_t a, uint64_t b, uint64_t c) {
  uint64_t *all = malloc(3 * sizeof a);
  all[0] = a, all[1] = b, all[2] = c;
  return all;
}

/* What __sanitizer_cov_trace_switch takes: "3,8,1,2,3" is a table of 3 cases of 8 bits. */
static uint64_t *table(const char *text) {
  uint64_t *all = calloc(64, sizeof *all);
  char *end = (char *)(uintptr_t)text;
  int i;
  for (i = 0; i < 64 && *end != '\0'; i++) all[i] = strtoull(end + (i != 0), &end, 0);
  return all;
}

static uint64_t argument(const char *word) {
  const char *text = word + 2;
  if (strcmp(word, "constant") == 0) return address(constant);
  if (strcmp(word, "variable") == 0) return address(variable);
  if (strcmp(word, "nothing") == 0) return 8;
  if (word[0] != '\0' && word[1] == ':') {
    char *short_one;
    switch (word[0]) {
      case 'h':
        return address(on_heap(text));
      case 'e':
        return address(at_page_end(text));
      case 's':
        return address(words(address(on_heap(text)), strlen(text), 0));
      case 't':
        short_one = on_heap(word + 1);
        short_one[0] = (char)(strlen(text) << 1);
        return address(short_one);
      case 'l':
        return address(words(64 | 1, strlen(text), address(on_heap(text))));
      case 'c':
        return address(table(text));
    }
  }
  return strtoull(word, NULL, 0);
}

static void obey(char *line) {
  uint64_t arguments[6] = {0};
  char *name = strtok(line, " \n"), *word;
  unsigned long times = 1, i;
  int count = 0;
  if (name == NULL) return;
  while ((word = strtok(NULL, " \n")) != NULL && count < 6) {
    if (word[0] == '*')
      times = strtoul(word + 1, NULL, 0);
    else
      arguments[count++] = argument(word);
  }
  for (i = 0; i < sizeof hooks / sizeof *hooks; i++)
    if (strcmp(hooks[i].name, name) == 0) {
      if (hooks[i].hook == NULL) _exit(3);
      for (; times != 0; times--, arguments[0]++) invoke(hooks[i].hook, arguments);
      return;
    }
  _exit(4);
}

static void obey_all(void) {
  static char input[65536];
  char *line, *next;
  ssize_t length = read(0, input, sizeof input - 1);
  input[length > 0 ? length : 0] = '\0';
  dprintf(1, "site %p gate %d\n", (const void *)invoked, gate);
  for (line = input; line != NULL && *line != '\0'; line = next) {
    next = strchr(line, '\n');
    if (next != NULL) *next++ = '\0';
    obey(line);
  }
}

int main(void) {
#ifdef PERSISTENT
  uint64_t arguments[6] = {1, 2};
  invoke(__cmplog_ins_hook8, arguments);
  while (__AFL_LOOP(3)) obey_all();
  invoke(__cmplog_ins_hook8, arguments);
#else
  obey_all();
#endif
  return 0;
}
