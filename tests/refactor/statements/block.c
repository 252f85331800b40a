void a(void), b(void);

int each(int n) {
  a(); b(); { a(); } ;
  return ({ b(); n; });
}
//// expected
// void a(void), b(void);
// int each(int n) {
//   a();
//   b();
//   {
//     a();
//   }
//   ;
//   return ({
//       b();
//       n;
//     });
// }
