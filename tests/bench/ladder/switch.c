// One case of a sparse switch goes on.
// rung: switch32 -DWORD=uint32_t
// solution: e1cb938fe0eb656684dcb121a327619e5e8543d9
// rung: switch64 -DWORD=uint64_t
// solution: e1cb938fc414acf7e0eb6566be224ac584dcb121f452919da327619e36e013075e8543d9b318dea5
#include "ladder.h"

READERS(WORD)

/* Goes on with case D only; the others are there and do something. */
#define ONLY_D(n, a, b, c, d, e, f)                            \
  switch (READER(native, WORD)(in + (n) * sizeof(WORD))) {     \
    case (WORD)(a): sink = 1; return;                          \
    case (WORD)(b): sink = 2; return;                          \
    case (WORD)(c): sink = 3; return;                          \
    case (WORD)(d): break;                                     \
    case (WORD)(e): sink = 5; return;                          \
    case (WORD)(f): sink = 6; return;                          \
    default: return;                                           \
  }

void climb(const unsigned char *in) {
  ONLY_D(0, 0xc83f15944d87e158, 0xbb734a9cfb131f84, 0x6c2bc25827ef7e0b,
         0xf7ac14c48f93cbe1, 0xd25158b25a9995cd, 0x7512d818f2467ab3)
  ONLY_D(1, 0xab11bcb450a694af, 0xd37349b863e4ac59, 0x06f1775b2c9d1e38,
         0xc54a22be6665ebe0, 0x152b73678d48e324, 0xd26fde8d48b56bfd)
  ONLY_D(2, 0x5cafe362f63c2716, 0x2e273ca9047dd597, 0x2f444902266c895f,
         0x9d9152f421b1dc84, 0xf49fa8aebe0e75e7, 0xdfc8f4e0afcd9065)
  ONLY_D(3, 0x6667651b7ca33112, 0xfd36712a1d589a0e, 0x1b92278a1af35e9e,
         0x0713e0369e6127a3, 0x41f5599b5e7a1eda, 0x7dfb787b7c501625)
  ONLY_D(4, 0x1bc058be447bd5b2, 0x2a850635f4885d26, 0xb18ceb07c3884dfb,
         0xa5de18b3d943855e, 0xe92b5cc63a898bc8, 0x8155a33a9dd0cafd)
  solved();
}
