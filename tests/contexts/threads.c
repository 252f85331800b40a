// Sixteen threads call the same functions, each from its own place, at the same time.
#include <pthread.h>
#include <stdio.h>
#define THREADS 16
#define ROUNDS 100

static pthread_barrier_t barrier;
static long results[THREADS];

// Once in each round, with the same way through: as many as there are rounds of each counter.
__attribute__((noinline)) long shared(long x) { return x > 1000 ? -1 : x + 1; }
static __attribute__((noinline)) long local(long x) { return x > 1000 ? -1 : x + 2; }

#define CALLER(n)                                                                                                              \
  __attribute__((noinline)) long caller_##n(long x) {                                                                          \
    return shared(x) * (n + 1) + local(x);                                                                                     \
  }
#define ALL(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15)
ALL(CALLER)

// Called by the C library, and once by `main`.
__attribute__((noinline)) void *start(void *p) {
  long me = (long)p, s = 0;
  if (me < 0)
    return 0;
  for (int i = 0; i < ROUNDS; i++) {
    pthread_barrier_wait(&barrier);
    switch (me) {
#define CASE(n)                                                                                                                \
  case n:                                                                                                                      \
    s += caller_##n(i);                                                                                                        \
    break;
      ALL(CASE)
    }
  }
  results[me] = s;
  return 0;
}

int main(void) {
  pthread_t threads[THREADS];
  start((void *)-1L);
  pthread_barrier_init(&barrier, 0, THREADS);
  for (long i = 0; i < THREADS; i++)
    pthread_create(&threads[i], 0, start, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], 0);
  long s = 0;
  for (int i = 0; i < THREADS; i++)
    s = s * 31 % 1000003 + results[i];
  printf("%ld\n", s);
  return 0;
}
