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
    if (c > 4)
        co_return 1;
    co_return c;
}
int main(int n, char **) {
    Task t = go(n);
    int value = t.h.promise().value;
    t.h.destroy();
    return value - 1;
}
// differs: function _ZN4Task12promise_type19unhandled_exceptionEv: nobody calls it, so it has no code
