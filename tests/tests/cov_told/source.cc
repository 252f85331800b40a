#include <cstdio>
#include <cstddef>
#define SET int *none = NULL; int n =
#define LAST return n
namespace ns {
int parse(int c) {
  SET /* one */ c == 'a' ? 5 : 6;
  /* two */ if (n > 3 && c) n++; else n--;
  if (none ==
      NULL) n += 2;
  switch (c) {
  case 16: n = 1; break; case 17: n = 2; break; case 18: n = 3; break; case 19: n = 4; break;
  case 20: n = 5; break; case 21: n = 6; break; case 22: n = 7; break; case 23: n = 8; break;
  }
  LAST;
}
int parse(const char *text) { return text ? 1 : 2; }
}
int main() { return ns::parse(getchar()) + ns::parse("") == 99; }
