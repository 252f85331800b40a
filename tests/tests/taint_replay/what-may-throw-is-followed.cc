#include <cstdio>
__attribute__((noinline)) int one(int a) { if (a == 1000) throw 1; return a + 1; }
__attribute__((noinline)) int two(int a) { if (a == '!') throw a; return a - 1; }
int main() {
  unsigned char data[4];
  if (fread(data, 1, 4, stdin) < 4) return 1;
  int result;
  try { result = data[0] > 'm' ? one(data[1]) : two(data[2]); } catch (int thrown) { result = 7; }
  return result == 'x';
}
