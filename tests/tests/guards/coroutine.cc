#include <coroutine>
#include <cstdlib>
struct Task {
    struct promise_type {
        Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
        std::suspend_always initial_suspend() { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        void return_void() {}
        void unhandled_exception() { abort(); }
    };
    std::coroutine_handle<promise_type> handle;
};
volatile int sink;
Task added(int n) {
    co_await std::suspend_always();
    sink = n + 2147483647;
}
int main(int, char **arguments) {
    Task task = added(atoi(arguments[1]));
    task.handle.resume();
    task.handle.resume();
    task.handle.destroy();
}
