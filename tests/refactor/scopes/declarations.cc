// flags: -std=c++20
namespace n { inline namespace m { int a, f(); class A { friend int f(); public: int g() const { return 1; } static_assert(sizeof(int) == 4); private: int x : 3, y; }; } }
extern "C" { int h(int); } template <typename T> concept Small = sizeof(T) < 8 && requires(T t) { t + t; };
enum class E : char { A, B }; using F = int (*)(int); typedef struct { int n; } S;
//// expected
// namespace n {
//   inline namespace m {
//     int a, f();
//     class A {
//       friend int f();
//       public:
//       int g() const {
//         return 1;
//       }
//       static_assert(
//         sizeof(int) == 4);
//       private:
//       int x : 3, y;
//     };
//   }
// }
// extern "C" {
//   int h(int);
// }
// template <typename T> concept Small =
//   sizeof(T) < 8 &&
//   requires(T t) { t + t;
// };
// enum class E : char { A, B };
// using F = int (*)(int);
// typedef
// struct {
//   int n;
// } S;
