// A number lies in a narrow window.
// rung: range-u32 -DWORD=uint32_t -DSIGNED=0
// solution: b2a9c3713b059e2bfef1835ed4b8461d2d26fa63
// rung: range-u64 -DWORD=uint64_t -DSIGNED=0
// solution: 77b6205d4ea9c371576b51c8d7049e2b8fd6470c9af1835e90fa95e370b8461d38188b0ec925fa63
// rung: range-s32 -DWORD=int32_t -DSIGNED=1
// solution: b2a9c3718dfb61d4fef1835ef447b9e22d26fa63
// rung: range-s64 -DWORD=int64_t -DSIGNED=1
// solution: 77b6205d4ea9c3717195ae3728fb61d48fd6470c9af1835e38066a1c8f47b9e238188b0ec925fa63
#include "ladder.h"

READERS(WORD)

/* The upper bits of a constant; in signed rungs every second one is negative. */
#define MAGNITUDE(constant) ((WORD)((constant) >> (64 - 8 * sizeof(WORD))))
#define LOW(constant, negative) (SIGNED && (negative) ? -MAGNITUDE(constant) : MAGNITUDE(constant))

static inline int inside(WORD x, WORD low) { return x > low && x < low + 200; }

#define AT(n) READER(native, WORD)(in + (n) * sizeof(WORD))

void climb(const unsigned char *in) {
  if (inside(AT(0), LOW(0x71c3a94e5d20b613u, 0)))
    if (inside(AT(1), LOW(0x2b9e04d7c8516af3u, 1)))
      if (inside(AT(2), LOW(0x5e83f19a0c47d62bu, 0)))
        if (inside(AT(3), LOW(0x1d46b870e395fa2cu, 1)))
          if (inside(AT(4), LOW(0x63fa25c90e8b17d4u, 0)))
            solved();
}
