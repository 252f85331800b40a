int more(void), step(void);

void all(int n) {
  while (more()) step();
  do step(); while (n--);
  if (n) step();
  switch (more()) { default: step(); }
}
//// expected
// int more(void), step(void);
// void all(int n) {
//   while (
//     more())
//     step();
//   do
//     step();
//   while (
//     n--);
//   if (
//     n)
//     step();
//   switch (
//     more()) {
//     default:
//     step();
//   }
// }
