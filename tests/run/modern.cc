// Coroutines, exceptions, computed branches, static constructors: all must do what they did.
#include <coroutine>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>
struct Numbers {
  struct promise_type {
    int value;
    Numbers get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int v) { value = v; return {}; }
    void return_void() {}
    void unhandled_exception() { throw; }
  };
  std::coroutine_handle<promise_type> handle;
};
static Numbers odd(int n) {
  for (int i = 0; i < n; i++) {
    if (i == 7) throw std::out_of_range("seven");
    if (i & 1) co_yield i;
  }
}
struct Early { std::string name; Early() : name("early") {} } early;
thread_local int mine = 3;
static int nested(int depth) {
  struct Guard { int *p; ~Guard() { ++*p; } };
  int count = 0;
  try {
    Guard g{&count};
    if (depth == 0) throw depth;
    return nested(depth - 1) + count;
  } catch (int) {
    return 40 + count;
  }
}
int main(int argc, char **) {
  auto numbers = odd(argc * 10);
  int sum = 0;
  try {
    for (;;) {
      numbers.handle.resume();
      if (numbers.handle.done()) break;
      sum += numbers.handle.promise().value;
    }
  } catch (const std::exception &e) {
    printf("%s ", e.what());
  }
  numbers.handle.destroy();
  std::vector<std::thread> threads;
  int parts[4] = {};
  for (int t = 0; t < 4; t++)
    threads.emplace_back([&parts, t] { for (int i = 0; i < 1000; i++) parts[t] += mine; });
  for (auto &t : threads) t.join();
  printf("%d %d %s %d\n", sum, nested(3), early.name.c_str(), parts[0] + parts[3]);
}
