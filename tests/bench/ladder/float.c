// A floating-point number equals a constant, or lies in a narrow window.
// rung: double-eq -DREAL=double -DWINDOW=0
// solution: e47cfb84454a934085921fe0b92f13bf8ab0e1e9d61cf840c8f39e731ca54f427ef1dadfb81044bf
// rung: double-window -DREAL=double -DWINDOW=1
// solution: 000000bd2f02fb4159869b0081d6353f00000000cee42a411e85eb51b8fc7f4000007c35b4e89542
// rung: float-eq -DREAL=float -DWINDOW=0
// solution: 2c529a44cf7d99b8b7e6c047e4287d52c78520ba
// rung: float-window -DREAL=float -DWINDOW=1
// solution: 7e11d84f08b4ae3970265749c3e5ff43a245af54
#include "ladder.h"

static inline REAL real(const unsigned char *p) {
  REAL value;
  memcpy(&value, p, sizeof value);
  return value;
}

static inline int fits(REAL x, REAL exact, REAL low, REAL high) { return WINDOW ? x > low && x < high : x == exact; }

#define AT(n) real(in + (n) * sizeof(REAL))

void climb(const unsigned char *in) {
  if (fits(AT(0), 1234.5678901, 7250000000.0, 7250100000.0))
    if (fits(AT(1), -7.3190422e-05, 0.00033321, 0.00033323))
      if (fits(AT(2), 98765.4321, 881230.0, 881280.0))
        if (fits(AT(3), 271828182845.90454, 511.77, 511.82))
          if (fits(AT(4), -0.000612345, 6022100000000.0, 6022500000000.0))
            solved();
}
