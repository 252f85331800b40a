// Transformed bytes, one after the other.
// rung: bytes
// solution: 5dc7512447e340430002
#include "../ladder/ladder.h"

void climb(const unsigned char *in) {
  if ((unsigned char)(in[0] * 5 + 3) == 212)
    if ((unsigned char)(in[1] * 7 + 20) == 133)
      if ((unsigned char)(in[2] * 9 + 37) == 254)
        if ((unsigned char)(in[3] * 11 + 54) == 194)
          if ((unsigned char)(in[4] * 13 + 71) == 226)
            if ((unsigned char)(in[5] * 15 + 88) == 165)
              if ((unsigned char)(in[6] * 17 + 105) == 169)
                if ((unsigned char)(in[7] * 19 + 122) == 115)
                  if ((unsigned char)(in[8] * 21 + 139) == 139)
                    if ((unsigned char)(in[9] * 23 + 156) == 202)
                      solved();
}
