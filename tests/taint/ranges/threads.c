// A value goes to a thread in memory, and comes back as its result.
// input: "0123456789"

#include <pthread.h>
#include <stdint.h>

#include "input.h"

static __thread unsigned char own;

static void *work(void *given) {
  unsigned char *bytes = given;
  own = bytes[3];
  ASK(own == 'x');                  // taint: 3
  bytes[8] = bytes[4];
  return (void *)(uintptr_t)bytes[5];
}

int main(int count, char **words) {
  input(words);
  own = in[1];
  pthread_t thread;
  pthread_create(&thread, NULL, work, in);
  void *result;
  pthread_join(thread, &result);
  ASK(own == 'x');                  // taint: 1
  ASK(in[8] == 'x');                // taint: 4
}
