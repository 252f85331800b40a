export module words:count;

// It has no function of its own.
export template <class T> int twice(T x) { return x > T(2) ? int(x * 2) : 7; }
