static inline int square(int x) {
  if (x > 3)
    return x * x;
  return x;
}
int main(int argc, char **argv) {
  (void)argv;
  for (int i = 0; i < 7; i++)
    argc += square(i);
  return argc == 84 ? 0 : 1;
}
