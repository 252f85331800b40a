#include <stdio.h>
#include <string.h>
int main(void) {
  static unsigned char data[1000];
  unsigned found = 0, size = fread(data, 1, sizeof data, stdin);
  for (unsigned at = 0; at < size; at++)
    if (data[at] == ':') found++;
  for (unsigned at = 100; at + 4 <= 900; at += 8) {
    unsigned word;
    memcpy(&word, data + at, 4);
    if (word == 0x41424344) found++;
  }
  for (unsigned at = 0; at < 40; at++)
    if ((data[at] ^ data[999 - at]) == 'q') found++;
  for (unsigned at = 0; at < 40; at++)
    if (!memcmp(data + 20 * at, "ab", size > 2 ? 2 : 1)) found++;
  return found > 1000;
}
