/* Has loops, a switch, compares and calls of all kinds, and needs no library. */
extern int other(const char *, int);
struct item { int kind; unsigned char name[8]; };
static int table[16];
int (*chosen)(const char *, int) = other;
__attribute__((noinline)) int look(const struct item *item, int length) {
    int sum = 0;
    for (int at = 0; at < length && at < 8; at++) {
        switch (item->name[at]) {
        case 'a': sum += 3; break;
        case 'b': sum -= item->kind; break;
        case 'z': return other((const char *)item->name, sum);
        default: table[item->name[at] & 15]++;
        }
    }
    if (item->kind == 0x1234 && (sum > 7 || length / (item->kind - 3) == 2))
        return chosen((const char *)item->name, sum);
    return __builtin_memcmp(item->name, "fuzz", 4) == 0 ? sum * length : table[sum & 15];
}
