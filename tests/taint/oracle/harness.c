// Runs the programs of a file, each with a fresh input, and says what is at their marks. Three builds of it:
//
//   HARNESS_PLAIN   program INPUT          a line for each mark: the program's number, the line, the function that took the
//                                          value, its bits, and a hash of the path up to there
//   HARNESS_DFSAN   program INPUT GROUP    its line, and which of the eight bytes from 8 * GROUP on DFSan says flow there
//   neither         program INPUT          a compare, which `fz taint` tells of

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "harness.h"

unsigned char in[64];
extern void (*const __start_programs[])(void), (*const __stop_programs[])(void);

#if defined HARNESS_PLAIN

static u64 path;

void __sanitizer_cov_trace_pc_guard_init(u32 *at, u32 *end) {
  for (u32 number = 1; at < end; at++, number++) *at = number;
}

void __sanitizer_cov_trace_pc_guard(u32 *guard) { path = (path ^ *guard) * 0x100000001b3; }

static int number;

static void say(int line, const char *by, u64 value) {
  printf("%d %d %s %llx %llx\n", number, line, by, (long long)value, (long long)path);
}

void mark(int line, u64 value) { say(line, __func__, value); }
void mark_float(int line, float value) {
  u32 bits;
  memcpy(&bits, &value, sizeof bits);
  say(line, __func__, bits);
}
void mark_double(int line, double value) {
  u64 bits;
  memcpy(&bits, &value, sizeof bits);
  say(line, __func__, bits);
}
void mark_long_double(int line, long double value) {
  u64 bits;
  memcpy(&bits, &value, sizeof bits);
  say(line, __func__, bits);
}

static void begin(int group) { path = 0, number++; }

#elif defined HARNESS_DFSAN

#include <sanitizer/dfsan_interface.h>

static void say(int line, dfsan_label label) {
  char text[32];
  write(1, text, snprintf(text, sizeof text, "%d %x\n", line, label));
}

// `dfsan_get_label` takes numbers alone; what is in memory has the label of each byte.
void mark(int line, u64 value) { say(line, dfsan_read_label(&value, sizeof value)); }
void mark_float(int line, float value) { say(line, dfsan_read_label(&value, sizeof value)); }
void mark_double(int line, double value) { say(line, dfsan_read_label(&value, sizeof value)); }
void mark_long_double(int line, long double value) { say(line, dfsan_read_label(&value, 10)); }

static void begin(int group) {
  for (int i = 0; i < 8; i++) dfsan_set_label(1 << i, in + 8 * group + i, 1);
}

#else

static volatile u64 other;
static volatile double other_double;
static volatile int marks;

// Nothing is known of what is compared with: all of the value counts.
void mark(int line, u64 value) {
  if (value == other) marks = line;
}
void mark_float(int line, float value) {
  if (value == (float)other_double) marks = line;
}
void mark_double(int line, double value) {
  if (value == other_double) marks = line;
}
void mark_long_double(int line, long double value) {
  if (value == (long double)other_double) marks = line;
}

static void begin(int group) {}

#endif

int main(int count, char **words) {
  for (void (*const *program)(void) = __start_programs; program < __stop_programs; program++) {
    int descriptor = open(words[1], O_RDONLY);
    if (read(descriptor, in, sizeof in) != sizeof in) return 1;
    close(descriptor);
    begin(count > 2 ? atoi(words[2]) : 0);
    (*program)();
  }
  return 0;
}
