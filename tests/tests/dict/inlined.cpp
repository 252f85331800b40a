// Constants that come to compares by inlining and folding.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>

static inline uint32_t get(const uint8_t *d) {
  uint32_t v;
  memcpy(&v, d, 4);
  return v;
}
static inline uint32_t tag(char a, char b, char c, char d) {
  return (uint32_t)a | (uint32_t)b << 8 | (uint32_t)c << 16 | (uint32_t)d << 24;
}
static inline bool is_tag(const uint8_t *d, uint32_t t) { return get(d) == t; }
static const std::array<uint8_t, 5> array = {'A', 'R', 'R', 'A', 'Y'};
static const char key[] = "KEYWRD";
struct Small {
  uint16_t a, b;
};
static bool same(Small s, const uint8_t *d) { return s.a == (d[0] | d[1] << 8) && s.b == 0x1234; }
__attribute__((noinline)) static bool cmp(uint32_t v, uint32_t want) { return v == want; }
int hits;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *d, size_t n) {
  if (n < 48) return 0;
  if (get(d) == tag('T', 'A', 'G', 'S')) hits++;
  if (is_tag(d + 4, 0x46464952)) hits++;
  uint32_t local = 0x57415645;
  local ^= 0;
  if (get(d + 8) == local + 0) hits++;
  if (memcmp(d + 12, array.data(), array.size()) == 0) hits++;
  if (std::equal(std::begin(key), std::end(key) - 1, d + 17)) hits++;
  if (same(Small{0x4142, 0x1234}, d + 24)) hits++;
  if (cmp(get(d + 26), 0x5a5a5148)) hits++;
  if (cmp(get(d + 30), 0x5a5a5149)) hits++;
  // What folding computes and nobody wrote: a limit, a mask.
  if (get(d + 34) == tag((char)0x80, 2, 0, 0)) hits++;
  if (get(d + 38) == tag(0, (char)0xff, 0, 0)) hits++;
  return 0;
}
