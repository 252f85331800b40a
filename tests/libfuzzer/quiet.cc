#define QUIET __attribute__((no_sanitize("coverage")))
int loud(int x) { return x > 3 ? x * 2 : x - 7; }
QUIET int quiet(int x) { if (x > 3) return x * 2; return x - 7 * loud(x); }
template <typename T> QUIET T quiet_template(T x) { if (x > 9) return x * loud(x); return x / 3; }
template <typename T> T loud_template(T x) { if (x > 9) return x * loud(x); return x / 3; }
struct Kind { QUIET __attribute__((noinline)) int quiet_member(int x) { return x > 1 ? loud(x) : loud(-x); } };
inline QUIET __attribute__((noinline)) int quiet_inline(int x) { if (x > 9) return x * loud(x); return x / 3; }
int (*lambda)(int) = [](int x) QUIET { return x > 1 ? loud(x) : loud(-x); };
int other(int x) { return quiet_template(x) + loud_template(x) + Kind().quiet_member(x) + quiet_inline(x); }
template long quiet_template(long);
template long loud_template(long);
