// Two parts of the input fit together, but not as they are: copying does not help.
// rung: memcmp-var -DBYTES
// solution: c3db32cf3ed267be9981689564883de4ce3b34855cbc08fe0df8f7469f7fcb3d08cb48794332b29b
// solution: 9e5ddeefd5a4240df55973cff0bafd5ad8745ee2dd97d077f5fa5e15391b3b79424de9a28eac8cce
// rung: eq32-var -DWORD=uint32_t
// solution: 93549e74396da0d3ba8ca31ef7e6d5c44b22c37fb5600bb6a030e47273da40a7e8bbedfe31547698
// rung: eq64-var -DWORD=uint64_t
// solution: 93549e74836fc433396da0d3063a6d00ba8ca31e5c8c0dd9f7e6d5c4b3a291004b22c37f4a2b60d7
// solution: b5600bb6600bb600a030e4727ea2be7c73da40a70d74da00e8bbedfe73d6f2cf31547698badcfe00
#include "ladder.h"

#ifdef BYTES
#define SIZE 8
static inline int pair(const unsigned char *p, uint64_t key) {
  unsigned char other[SIZE];
  for (int i = 0; i < SIZE; i++)
    other[i] = p[SIZE + i] ^ (unsigned char)key;
  return !memcmp(p, other, SIZE);
}
#else
READERS(WORD)
#define SIZE sizeof(WORD)
static inline int pair(const unsigned char *p, uint64_t key) {
  WORD first = READER(native, WORD)(p), second = READER(native, WORD)(p + SIZE);
  /* Not xor: a compiler would make that a compare with a constant. */
  return first == (WORD)(second + (WORD)key);
}
#endif

void climb(const unsigned char *in) {
  if (pair(in + 2 * SIZE * 0, 0x3357357ca0fde75a))
    if (pair(in + 2 * SIZE * 1, 0xd87be9a859cda5c3))
      if (pair(in + 2 * SIZE * 2, 0xd6aa1fe9c9b7c196))
        if (pair(in + 2 * SIZE * 3, 0x7be42e70cba3562d))
          if (pair(in + 2 * SIZE * 4, 0xcef3f9b9667767b7))
            solved();
}
