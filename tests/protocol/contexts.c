/* Obeys stdin: who calls (the executable or a library), at which of its sites, which counter counts, how often. */
#include "contexts.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

FUNCTION(narrow, 3, 8)
FUNCTION(capped, 2, 2)
FUNCTION(uncalled, 5, 4)
#ifdef WIDE
FUNCTION(wide, WIDE, 8)
#endif

/* A second record of the same function, as a linker may leave it. */
SECTION("__fz_functions") static struct function second_record = {0, 0, narrow, 100, 100};

/* It takes no contexts. */
static void unknown(const struct call *call, unsigned edge, unsigned times) {
  (void)call, (void)edge, (void)times;
}

__attribute__((weak)) counted nowhere;

#ifdef LINKED
counted a_work, b_work;
void a_call(unsigned site, unsigned edge, unsigned times);
void b_call(unsigned site, unsigned edge, unsigned times);
#endif

SECTION("__fz_calls") static struct call calls[] = {
    {0, narrow}, {0, capped}, {0, narrow}, {0, capped}, {0, capped}, {0, unknown}, {0, nowhere},
#ifdef WIDE
    {0, wide}, {0, wide}, {0, wide},
#endif
#ifdef LINKED
    {0, a_work}, {0, b_work}, {0, a_work},
#endif
};

static void *share(void *edge) {
  int i;
  for (i = 0; i < 1000; i++)
    if (__fz_check) __fz_check(capped_counters, *(const uint64_t *)edge, NULL);
  return NULL;
}

/* Two threads that count in one place. */
static void race(void) {
  static uint64_t edges[2] = {1, 2};
  pthread_t threads[2];
  int i;
  for (i = 0; i < 2; i++) pthread_create(&threads[i], NULL, share, &edges[i]);
  for (i = 0; i < 2; i++) pthread_join(threads[i], NULL);
}

#ifdef LOADER
static void *library;

static void load_and_call(unsigned char who, const unsigned char *how) {
  char path[] = "./lib?.so", symbol[] = "?_call";
  union {
    void *address;
    void (*call)(unsigned, unsigned, unsigned);
  } function;
  path[5] = symbol[0] = (char)who;
  library = dlopen(path, RTLD_NOW);
  if (library == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    _exit(3);
  }
  function.address = dlsym(library, symbol);
  function.call(how[0], how[1], how[2]);
}
#endif

static void obey(void) {
  unsigned char command[4];
  while (read(0, command, 4) == 4) {
    const unsigned char *how = command + 1;
    switch (command[0]) {
      case 'm':
        calls[how[0]].callee(&calls[how[0]], how[1], how[2]);
        break;
#ifdef LINKED
      case 'a':
        a_call(how[0], how[1], how[2]);
        break;
      case 'b':
        b_call(how[0], how[1], how[2]);
        break;
#endif
#ifdef LOADER
      case 'p':
      case 'q':
        load_and_call(command[0], how);
        break;
      case '!':
        dlclose(library);
        break;
#endif
      case 'c':
        /* An edge of nobody's at the first counter. */
        if (__fz_check) __fz_check(narrow_counters, how[0], NULL);
        break;
      case 'o':
        if (__fz_check) __fz_check(command, how[0], NULL);
        break;
      case 'r':
        race();
        break;
      case '-':
        __AFL_COVERAGE_OFF();
        break;
      case '+':
        __AFL_COVERAGE_ON();
        break;
      case 'f':
        /* The child goes on. */
        if (fork() != 0) {
          wait(NULL);
          return;
        }
        break;
      default:
        break;
    }
  }
}

int main(void) {
#ifdef DEFERRED
  library = dlopen("./libp.so", RTLD_NOW);
  __AFL_INIT();
#endif
#ifdef PERSISTENT
  while (__AFL_LOOP(3)) obey();
  narrow(&calls[0], 0, 200);
  narrow(NULL, 0, 200);
#else
  obey();
#endif
  return 0;
}
