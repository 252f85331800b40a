// The same in C.
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static const uint32_t magic = 0x4947414d;

static inline uint32_t get(const uint8_t *d) {
  uint32_t v;
  memcpy(&v, d, 4);
  return v;
}
static inline uint32_t tag(char a, char b, char c, char d) {
  return (uint32_t)a | (uint32_t)b << 8 | (uint32_t)c << 16 | (uint32_t)d << 24;
}
static inline int is_tag(const uint8_t *d, uint32_t t) { return get(d) == t; }
struct small {
  uint16_t a, b;
};
static int same(struct small s, const uint8_t *d) { return s.a == (d[0] | d[1] << 8) && s.b == 0x1234; }
__attribute__((noinline)) static int cmp(uint32_t v, uint32_t want) { return v == want; }
int hits;

int LLVMFuzzerTestOneInput(const uint8_t *d, size_t n) {
  if (n < 48) return 0;
  if (get(d) == tag('T', 'A', 'G', 'S')) hits++;
  if (is_tag(d + 4, 0x46464952)) hits++;
  uint32_t local = 0x57415645;
  local ^= 0;
  if (get(d + 8) == local + 0) hits++;
  if (same((struct small){0x4142, 0x1234}, d + 24)) hits++;
  if (cmp(get(d + 26), 0x5a5a5148)) hits++;
  if (cmp(get(d + 30), 0x5a5a5149)) hits++;
  if (is_tag(d + 34, magic)) hits++;
  return 0;
}
