/* What every engine has to solve: nested compares, a switch, a memcmp, then an abort. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void look(const uint8_t *data, size_t size) {
    uint32_t magic;
    uint16_t kind;
    if (size < 16) return;
    if (data[0] != 'F') return;
    if (data[1] != 'Z') return;
    if (data[2] <= 'w' || data[3] >= '9') return;
    memcpy(&magic, data + 4, sizeof magic);
    if (magic != 0xfeedc0de) return;
    memcpy(&kind, data + 8, sizeof kind);
    switch (kind) {
    case 0x1234: return;
    case 0x4321: break;
    case 0x5678: return;
    default: return;
    }
    if (memcmp(data + 10, "engine", 6) == 0) abort();
}
