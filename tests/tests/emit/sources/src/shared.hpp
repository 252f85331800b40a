#include <algorithm>
#include <string>
inline int longest(const std::string &s) { int n = 0; for (char c : s) n = std::max<int>(n, c); return n; }
