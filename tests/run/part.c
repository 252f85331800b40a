// NAME works a little, so that it has edges of its own.
int NAME(int c) {
  int r = 0;
  for (int i = 0; i < 5; i++)
    if (c & (1 << i)) r += i;
  return r;
}
