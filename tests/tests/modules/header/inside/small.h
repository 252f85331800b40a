#pragma once
#ifdef SMALL
#define LARGEST 3
#endif
inline int small(int x) { return x < LARGEST ? 4 : 5; }
