// What generated programs choose from, besides expressions of their own.

#ifndef GENERATED_H
#define GENERATED_H

#include "harness.h"

struct part { u32 a; u16 b; u8 c; };
struct both { s64 a; u32 b; };
struct fields { u32 a : 5, b : 11, c : 16; };
union view { u32 word; u16 halves[2]; u8 bytes[4]; };
typedef u32 step(u32, u32);

static const u16 squares[16] = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144, 169, 196, 225};
static const s32 mixed[8] = {7, -3, 1 << 20, 0, -90000, 42, 5, -1};
static u8 memory[64];

NOINLINE static struct part make_part(u32 a, u16 b, u8 c) { struct part p = {a, b, c}; return p; }
NOINLINE static struct both make_both(s64 a, u32 b) { struct both p = {a, b}; return p; }
NOINLINE static u32 sum_part(struct part p) { return p.a + p.b * 3 + p.c; }
NOINLINE static s64 sum_both(struct both p) { return p.a - p.b; }
NOINLINE static void turn_part(struct part *p) { p->b = (u16)p->a; p->a = p->a >> 16 | (u32)p->c << 24; }
NOINLINE static u32 digits(u32 v) { return v < 10 ? v : v % 10 + digits(v / 10); }
NOINLINE static u64 fold(const u8 *at, int count) { return count == 0 ? 1 : at[count - 1] + 31 * fold(at, count - 1); }
NOINLINE static u32 step_add(u32 a, u32 b) { return a + b; }
NOINLINE static u32 step_mix(u32 a, u32 b) { return a * 33 ^ b; }
NOINLINE static u32 step_first(u32 a, u32 b) { return a; }
NOINLINE static u32 step_second(u32 a, u32 b) { return b >> 3; }
static step *const steps[4] = {step_add, step_mix, step_first, step_second};
NOINLINE static u32 apply(step *f, u32 a, u32 b) { return f(a, b); }
NOINLINE static double scaled(double a, float b, u16 c) { return a * 0.5 + b * c; }

#ifdef __cplusplus
template <class F> NOINLINE u32 twice(F f, u32 v) { return f(f(v)); }
template <class T> NOINLINE T nearer(const T &a, const T &b) { return a < b ? a : b; }
NOINLINE static void exchange(u32 &a, u32 &b) { u32 t = a; a = b; b = t; }
struct Base { virtual u32 value(u32 v) const { return v + 1; } };
struct Derived : Base { u32 factor; Derived(u32 factor) : factor(factor) {} u32 value(u32 v) const override { return v * factor; } };
NOINLINE static u32 asked(const Base &base, u32 v) { return base.value(v); }
#endif

#endif
