#include <string>
extern "C" int other(int a) { std::string s(a, 'x'); return s.size() > 2 ? 100 : 200; }
