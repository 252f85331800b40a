
#include <cstring>
#include <string>
namespace {
struct Layout { const char *data; unsigned long size; char room[16]; };
#define string(data, size) (*(const std::string *)&(const Layout &)Layout{data, (unsigned long)(size), {}})
long order(const char *a, unsigned long n, const char *b, unsigned long m) {
  int first = memcmp(a, b, n < m ? n : m);
  return first ? first : n < m ? -1 : n > m;
}
long ref_string(const char *a, const char *b, long n, long m) { return order(a, n, b, m); }
long ref_pointer(const char *a, const char *b, long n, long m) { return order(a, n, b, strlen(b)); }
}
