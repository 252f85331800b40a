int spin(int n) {
  volatile int sum = 0;
  for (int i = 0; i < n; i++) sum += i & 1;
  return sum;
}
