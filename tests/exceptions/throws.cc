// Prints, for each way of throwing, what handlers and destructors see.

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

struct Trace {
  int id;
  explicit Trace(int id) : id(id) { std::printf("+%d ", id); }
  ~Trace() { std::printf("-%d ", id); }
};

__attribute__((noinline)) static int may_throw(int site, int when) {
  if (site != when)
    return site * 10;
  switch (when % 3) {
  case 0:
    throw when;
  case 1:
    throw std::runtime_error(std::to_string(when));
  default:
    throw "text";
  }
}

// Several calls share a handler, which sees what each left behind.
__attribute__((noinline)) static int shared(int when) {
  int progress = 0, last = -1;
  Trace outer(100);
  try {
    last = may_throw(1, when);
    progress = 1;
    Trace first(101);
    last += may_throw(2, when);
    progress = 2;
    last += may_throw(3, when);
    Trace second(102);
    progress = 7;
    last += may_throw(4, when);
    progress = 9;
  } catch (int value) {
    std::printf("int %d ", value);
    return progress * 1000 + last;
  } catch (const std::exception &error) {
    std::printf("exception %s ", error.what());
    return progress * 2000 + last;
  }
  return progress * 3000 + last;
}

__attribute__((noinline)) static int through(int when) {
  Trace frame(200);
  int value = 0;
  try {
    value = shared(when);
    value += may_throw(5, when);
  } catch (const char *text) {
    std::printf("%s ", text);
    value -= 1;
    if (when == 5)
      throw;
  }
  return value;
}

// Each return looks different to the caller.
__attribute__((noinline)) static long early(int when, const char **out) {
  if (when == 1) {
    *out = "one";
    return 11;
  }
  for (int i = 0; i < when; ++i) {
    if (i == 4) {
      *out = "four";
      return i * 100;
    }
    if (i > 2 && when == 6)
      return -i;
  }
  *out = "end";
  return when;
}

int main() {
  for (int when = 0; when < 8; ++when) {
    const char *out = "none";
    long returned = early(when, &out);
    std::printf("%d: early %ld %s; ", when, returned, out);
    try {
      std::printf("= %d\n", through(when));
    } catch (...) {
      std::printf("escaped\n");
    }
  }
}
