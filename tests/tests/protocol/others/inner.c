int main(void) {
  volatile int sum = 0;
  for (int i = 0; i < 77; i++) sum += i % 3 ? i : -i;
  return sum == 7;
}
