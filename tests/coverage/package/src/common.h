#pragma once
#define IS_LETTER(c) (((c) >= 'a' && (c) <= 'z') || (c) == '_')
#define LARGEST 9
#ifdef __cplusplus
extern "C" {
#endif
int first(int c);
int second(int c);
int made(int c);
#ifdef __cplusplus
}
#endif
static inline int clamped(int n) {
    return n > LARGEST ? LARGEST : n;
}
