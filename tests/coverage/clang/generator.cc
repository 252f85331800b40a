#include <coroutine>
struct Numbers {
    struct promise_type {
        int now = 0;
        Numbers get_return_object() {
            return {std::coroutine_handle<promise_type>::from_promise(*this)};
        }
        std::suspend_always initial_suspend() noexcept {
            return {};
        }
        std::suspend_always final_suspend() noexcept {
            return {};
        }
        std::suspend_always yield_value(int v) {
            now = v;
            return {};
        }
        void return_void() {
        }
        void unhandled_exception() {
        }
    };
    std::coroutine_handle<promise_type> h;
};
Numbers count(int end) {
    for (int i = 0; i < end; ++i) {
        co_yield i;
    }
}
int main() {
    Numbers numbers = count(3);
    int sum = 0;
    while (true) {
        numbers.h.resume();
        if (numbers.h.done())
            break;
        sum += numbers.h.promise().now;
    }
    numbers.h.destroy();
    return sum - 3;
}
// differs: function _ZN7Numbers12promise_type19unhandled_exceptionEv: nobody calls it, so it has no code
// differs: condition 33:12 true: it is constant, and clang lists it as well
