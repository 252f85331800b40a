#include <coroutine>
struct Task {
    struct promise_type {
        int value = 0;
        Task get_return_object() {
            return {std::coroutine_handle<promise_type>::from_promise(*this)};
        }
        std::suspend_never initial_suspend() noexcept {
            return {};
        }
        std::suspend_always final_suspend() noexcept {
            return {};
        }
        void return_value(int v) {
            value = v;
        }
        void unhandled_exception() {
            value = -1;
        }
    };
    std::coroutine_handle<promise_type> h;
};

Task go(int c) {
    if (c)
        throw c;
    co_return c;
}
int main(int n, char **) {
    Task t = go(n);
    int value = t.h.promise().value;
    t.h.destroy();
    return value + 1;
}
// differs: line 27: the line before it throws, and clang counts on
