#define BOTH(a, b) ((a) == 1 && (b) == 2)
#define IN_RANGE(x, lo, hi) \
    ((x) >= (lo) && (x) <= (hi))
static inline int clamp(int x, int lo, int hi) {
    if (x < lo) return lo;
    if (x > hi) return hi;
    return x;
}
