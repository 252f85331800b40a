// A number equals a constant.
// rung: eq16 -DWORD=uint16_t -DREAD=native
// solution: 378296a11f8b9111b32f
// rung: eq16-be -DWORD=uint16_t -DREAD=big
// solution: 8237a1968b1f11912fb3
// rung: eq16-le -DWORD=uint16_t -DREAD=little
// solution: 378296a11f8b9111b32f
// rung: eq32 -DWORD=uint32_t -DREAD=native
// solution: 3782e90f96a1a23a1f8b256c9111b78db32fcc4d
// rung: eq32-be -DWORD=uint32_t -DREAD=big
// solution: 0fe982373aa2a1966c258b1f8db711914dcc2fb3
// rung: eq32-le -DWORD=uint32_t -DREAD=little
// solution: 3782e90f96a1a23a1f8b256c9111b78db32fcc4d
// rung: eq64 -DWORD=uint64_t -DREAD=native
// solution: 3782e90f965e198a96a1a23af391d46d1f8b256c4b23dc8f9111b78d196031a4b32fcc4d5d75ed96
// rung: eq64-be -DWORD=uint64_t -DREAD=big
// solution: 8a195e960fe982376dd491f33aa2a1968fdc234b6c258b1fa43160198db7119196ed755d4dcc2fb3
// rung: eq64-le -DWORD=uint64_t -DREAD=little
// solution: 3782e90f965e198a96a1a23af391d46d1f8b256c4b23dc8f9111b78d196031a4b32fcc4d5d75ed96
// rung: eq128 -DWORD=uint128_t -DREAD=native
// solution: 3782e90f965e198ad3130da76627f35396a1a23af391d46d8e183e126c70170a1f8b256c4b23dc8f
// solution: 0c39fa0d669694f39111b78d196031a4951b2fafd1904f93b32fcc4d5d75ed967851c76e89af359f
// rung: eq128-be -DWORD=uint128_t -DREAD=big
// solution: 53f32766a70d13d38a195e960fe982370a17706c123e188e6dd491f33aa2a196f39496660dfa390c
// solution: 8fdc234b6c258b1f934f90d1af2f1b95a43160198db711919f35af896ec7517896ed755d4dcc2fb3
// rung: eq128-le -DWORD=uint128_t -DREAD=little
// solution: 3782e90f965e198ad3130da76627f35396a1a23af391d46d8e183e126c70170a1f8b256c4b23dc8f
// solution: 0c39fa0d669694f39111b78d196031a4951b2fafd1904f93b32fcc4d5d75ed967851c76e89af359f
#include "ladder.h"

typedef unsigned __int128 uint128_t;
READERS(WORD)

#define AT(n) READER(READ, WORD)(in + (n) * sizeof(WORD))
#define CONSTANT(high, low) ((WORD)(((uint128_t)(high) << 64) | (low)))

void climb(const unsigned char *in) {
  if (AT(0) == CONSTANT(0x53f32766a70d13d3, 0x8a195e960fe98237))
    if (AT(1) == CONSTANT(0x0a17706c123e188e, 0x6dd491f33aa2a196))
      if (AT(2) == CONSTANT(0xf39496660dfa390c, 0x8fdc234b6c258b1f))
        if (AT(3) == CONSTANT(0x934f90d1af2f1b95, 0xa43160198db71191))
          if (AT(4) == CONSTANT(0x9f35af896ec75178, 0x96ed755d4dcc2fb3))
            solved();
}
