/* One compare of each kind, for passes to hook: the operands come from stdin, and no compare decides another. */
#include <stdint.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

__extension__ typedef unsigned __int128 wide;

static volatile int sink;
static char data[256];

#define READ(type, name, at) \
  type name;                 \
  memcpy(&name, data + at, sizeof name)

static void compare(void) {
  int i;
  READ(uint16_t, a, 0);
  READ(uint32_t, b, 2);
  READ(uint64_t, c, 6);
  READ(double, d, 14);
  READ(float, e, 22);
  READ(wide, f, 26);
  READ(uint64_t, g, 26);
  READ(int32_t, h, 54);
  READ(uint32_t, j, 58);
  READ(uint32_t, k, 62);
  if (a == 0x1234) sink = 1;
  if (b > 0x12345678) sink = 2;
  if (h <= -77) sink = 3;
  if (c != 0x123456789abcdef0) sink = 4;
  if (d < 1234.5) sink = 5;
  if (e == 1.5f) sink = 6;
  if (f == ((wide)0x1122334455667788 << 64 | 0x99)) sink = 7;
  if (g << 16 >> 16 == 12345) sink = 8;
  switch (j) {
    case 100:
      sink = 9;
      break;
    case 2000:
      sink = 10;
      break;
    case 30000:
      sink = 11;
      break;
  }
  for (i = 0; i < data[1]; i++)
    if (k + (uint32_t)i == 0xdeadbeef) sink = 12;
  if (memcmp(data + 40, "MAGICMAGIC", 10) == 0) sink = 13;
  if (strcmp(data + 44, "string") == 0) sink = 14;
  if (strncmp(data + 44, "stringstring", 5) == 0) sink = 15;
  if (strcasecmp(data + 44, "STRING") == 0) sink = 16;
  if (strstr(data + 44, "needle") != NULL) sink = 17;
}

int main(void) {
  if (read(0, data, sizeof data - 1) < 66) return 1;
  compare();
  return 0;
}
