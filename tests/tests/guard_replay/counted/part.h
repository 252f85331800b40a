__attribute__((noinline)) static signed char part(int a) {
  return a;
}
