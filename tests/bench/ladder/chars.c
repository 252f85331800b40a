// A chain of single characters.
// rung: chars
// solution: "%PDF-1.7" "<!DOCTYP" "{" 20 "key:" 20 "[" "#!/bin/x" "(module;"
#include "ladder.h"

static inline int is_a(const unsigned char *p) {
  return p[0] == '%' && p[1] == 'P' && p[2] == 'D' && p[3] == 'F' && p[4] == '-' &&
         p[5] == '1' && p[6] == '.' && p[7] == '7';
}
static inline int is_b(const unsigned char *p) {
  return p[0] == '<' && p[1] == '!' && p[2] == 'D' && p[3] == 'O' && p[4] == 'C' &&
         p[5] == 'T' && p[6] == 'Y' && p[7] == 'P';
}
static inline int is_c(const unsigned char *p) {
  return p[0] == '{' && p[1] == ' ' && p[2] == 'k' && p[3] == 'e' && p[4] == 'y' &&
         p[5] == ':' && p[6] == ' ' && p[7] == '[';
}
static inline int is_d(const unsigned char *p) {
  return p[0] == '#' && p[1] == '!' && p[2] == '/' && p[3] == 'b' && p[4] == 'i' &&
         p[5] == 'n' && p[6] == '/' && p[7] == 'x';
}
static inline int is_e(const unsigned char *p) {
  return p[0] == '(' && p[1] == 'm' && p[2] == 'o' && p[3] == 'd' && p[4] == 'u' &&
         p[5] == 'l' && p[6] == 'e' && p[7] == ';';
}

void climb(const unsigned char *in) {
  if (is_a(in + 0))
    if (is_b(in + 8))
      if (is_c(in + 16))
        if (is_d(in + 24))
          if (is_e(in + 32))
            solved();
}
