// C++: references, templates, virtual functions, closures.
// more precise: members that share a register, and bytes of arguments
#include "harness.h"

namespace {

struct Shape {
  virtual u32 area() const { return 0; }
};
struct Square : Shape {
  u32 side;
  Square(u32 side) : side(side) {}
  u32 area() const override { return side * side; }
};
struct Box : Shape {
  u32 a, b;
  Box(u32 a, u32 b) : a(a), b(b) {}
  u32 area() const override { return a * b; }
};
struct Pair {
  u16 a, b;
  Pair operator+(const Pair &o) const { return {u16(a + o.a), u16(b + o.b)}; }
  bool operator<(const Pair &o) const { return a < o.a || (a == o.a && b < o.b); }
};
struct Counter {
  u32 value = 0;
  ~Counter() { last = value; }
  static u32 last;
};
u32 Counter::last;
template <class T> NOINLINE T larger(T a, T b) { return a > b ? a : b; }
template <class T, int N> struct Ring {
  T items[N];
  int at = 0;
  void put(T item) { items[at++ % N] = item; }
  T get(int i) const { return items[i % N]; }
};
template <class F> NOINLINE u32 twice(F f, u32 v) { return f(f(v)); }
NOINLINE void swap(u32 &a, u32 &b) { u32 t = a; a = b; b = t; }
struct Bits { u32 low : 4, high : 12; };
NOINLINE u32 &pick(u32 *row, int i) { return row[i]; }

} // namespace

PROGRAM(virtual_call) { Square s(U8(0)); const Shape *shape = &s; T(shape->area()); }
PROGRAM(virtual_call_2) { Box b(U8(0), U8(4)); const Shape *shape = &b; T(shape->area()); }
PROGRAM(chosen_object) { Square s(U8(0)); Box b(U8(4), U8(5)); const Shape *shape = U8(9) & 1 ? (Shape *)&s : &b; T(shape->area()); }
PROGRAM(operators) { Pair p = Pair{U16(0), U16(2)} + Pair{U16(8), 1}; T(p.a); T(p.b); }
PROGRAM(less) { T((u32)(Pair{U16(0), U16(2)} < Pair{U16(8), U16(10)})); }
PROGRAM(destructor) { { Counter c; c.value = U32(4); } T(Counter::last); }
PROGRAM(templates) { T(larger(U16(0), U16(8))); T(larger(S32(0), S32(8))); }
PROGRAM(template_class) { Ring<u16, 3> r; for (int i = 0; i < 5; i++) r.put(U16(2 * i)); T(r.get(0)); T(r.get(2)); }
PROGRAM(closure) { u32 k = U8(0); T(twice([k](u32 v) { return v * 3 + k; }, U8(4))); }
PROGRAM(closure_by_reference) { u32 k = 0; auto f = [&k](u32 v) { k += v; }; f(U8(0)); f(U8(3)); T(k); }
PROGRAM(references) { u32 a = U32(0), b = U32(4); swap(a, b); T(a); T(b); }
PROGRAM(reference_result) { u32 row[4] = {}; pick(row, 2) = U32(8); T(row[2]); T(row[1]); }
PROGRAM(member_pointer) { Pair p{U16(0), U16(2)}; u16 Pair::*m = &Pair::b; T(p.*m); }
PROGRAM(method_pointer) { Box b(U8(0), U8(1)); u32 (Box::*m)() const = &Box::area; T((b.*m)()); }
PROGRAM(range_for) { u32 s = 0; u8 few[4]; memcpy(few, in + 5, 4); for (u8 c : few) s += c; T(s); }
PROGRAM(bit_fields) { Bits b{U8(0), U16(4)}; T((u32)b.low); T((u32)b.high); }
PROGRAM(structured) { auto [a, b] = Pair{U16(0), U16(4)}; T(b); T(a); }
PROGRAM(constants) { constexpr u32 k[] = {3, 5, 7, 9}; T(k[U8(0) & 3]); }
PROGRAM(static_local) { static u32 seen; seen = U32(12); T(seen); }
PROGRAM(casts) { T(static_cast<u8>(U32(4))); T(*reinterpret_cast<const u16 *>(in + 6)); }
PROGRAM(inherited) { struct Wide : Pair { u32 c; } w; w.a = U16(0); w.c = U32(8); T(w.a); T(w.c); }
PROGRAM(initialised) { u32 row[] = {U8(0), U8(1), 5}; T(row[1]); T(row[2]); }
