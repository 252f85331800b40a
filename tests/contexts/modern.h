// What two units of one C++ program share; both have copies of what is inline here.
#include <algorithm>
#include <coroutine>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

inline __attribute__((noinline)) long weigh(long x) { return x > 10 ? x * 2 : x + 3; }

template <typename T> __attribute__((noinline)) T bounded(T x) { return x > T(20) ? T(20) : x < T(2) ? T(2) : x; }

struct Shape {
  virtual long area(long x) { return x > 4 ? weigh(x) : 4; }
  virtual ~Shape() {}
};

struct Square : Shape {
  long side;
  explicit Square(long s) : side(s) {}
  long area(long x) override;
};

struct Steps {
  struct promise_type {
    long value = 0;
    Steps get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(long v) { value = v; return {}; }
    void return_void() {}
    void unhandled_exception() { throw; }
  };
  std::coroutine_handle<promise_type> handle;
  long next() {
    handle.resume();
    return handle.done() ? -1 : handle.promise().value;
  }
};

extern "C" {
long one_calls(long), two_calls(long), two_throws(long), passes_on(long);
bool descending(int, int);
extern long cleanups;
}
Steps steps(long);
long early(long);
