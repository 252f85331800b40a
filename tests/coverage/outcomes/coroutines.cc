// inputs: 1 2 3
#include <coroutine>
#include <cstdio>

struct Task {
    struct promise_type {
        int value = 0;
        Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
        std::suspend_never initial_suspend() { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        std::suspend_always yield_value(int v) { value = v; return {}; }
        void return_void() {}
        void unhandled_exception() {}
    };
    std::coroutine_handle<promise_type> handle;
};

static Task count(int n) {
    for (int i = 0; i < n; i++) // seen: i < n BBB
        if (i == 1) co_yield 5; // seen: i == 1 FBB
        else co_yield i;
}

int main() {
    Task task = count(getchar() - '0');
    int n = 0;
    while (!task.handle.done()) { // seen: !task.handle.done() BBB
        n += task.handle.promise().value;
        task.handle.resume();
    }
    task.handle.destroy();
    return n == 100; // seen: n == 100 FFF
}
