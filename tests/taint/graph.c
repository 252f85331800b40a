/* The label graph: random unions against sets of bits, how many nodes there are, and what happens without room. */
#include "play.h"

#define INPUT 256
#define LABELS 400
static char in[INPUT];
static label_t labels[LABELS];
static bool sets[LABELS][BYTES + 1];

static uint64_t state = 1;
static uint64_t any(uint64_t below) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state % below;
}

static void join(int to, int a, int b) {
    labels[to] = __fz_taint_union(labels[a], labels[b]);
    expect_true("unions have one node", labels[to] == __fz_taint_union(labels[b], labels[a]));
    for (int bit = 0; bit < INPUT; bit++)
        sets[to][bit] = sets[a][bit] | sets[b][bit];
}

/* Without room a set may be larger than it is. */
static bool has_room = true;

static void check(int at) {
    static bool got[BYTES + 1];
    memset(got, 0, INPUT);
    expand(labels[at], got);
    for (int bit = 0; bit < INPUT; bit++)
        expect_true("a label's set", got[bit] == sets[at][bit] || (!has_room && got[bit]));
}

static void random_unions(void) {
    for (int at = 0; at < LABELS; at++)
        if (any(8)) {
            int bit = (int)any(INPUT);
            labels[at] = *shadow(in + bit);
            sets[at][bit] = true;
        }
    for (int turn = 0; turn < 20000 && !wrong; turn++) {
        int to = (int)any(LABELS), a = (int)any(LABELS), b = (int)any(LABELS);
        if (any(4)) {
            join(to, a, b);
            check(to);
            continue;
        }
        /* A row of memory, so that sets do not all become full. */
        int bit = (int)any(INPUT), count = (int)any(INPUT - bit) % 9;
        label_t row[16];
        memset(sets[to], 0, INPUT);
        for (int at = 0; at < count; at++) {
            row[at] = any(3) ? *shadow(in + bit + at) : 0;
            sets[to][bit + at] = row[at] != 0;
        }
        labels[to] = __fz_taint_union_row(row, (uint64_t)count);
        check(to);
    }
}

static void counts(void) {
    label_t sum = 0;
    uint64_t before = HEADER->nodes;
    for (int at = 0; at < INPUT; at++)
        sum = __fz_taint_union(sum, *shadow(in + at));
    expect("a sum", sum, "0-255");
    expect_true("a sum has a node for each byte", HEADER->nodes - before < INPUT);
    before = HEADER->nodes;
    for (int at = 0; at < INPUT; at += 4)
        expect_true("a row is one node", __fz_taint_union_row(shadow(in + at), 4) & 0x80000000u);
    expect_true("a row is one node", HEADER->nodes - before <= INPUT / 4);
    before = HEADER->nodes;
    for (int at = 0; at < INPUT; at++)
        expect_true("what is in it already", __fz_taint_union(sum, *shadow(in + at)) == sum);
    expect_true("what is in it already makes no node", HEADER->nodes == before);
    /* Two blocks by turns: their ranges grow, not a chain. */
    label_t both = 0;
    for (int at = 0; at < 64; at++)
        both = __fz_taint_union(__fz_taint_union(both, *shadow(in + at)), *shadow(in + 128 + at));
    expect("two blocks", both, "0-63,128-191");
    const label_t *node = (const label_t *)(trace + HEADER->nodes_at) + 2 * (uint64_t)(both & 0x7fffffffu);
    expect_true("two blocks are two ranges", node[0] == (node[0] | 0x80000000u) && node[1] == (node[1] | 0x80000000u));
}

int main(int count, char **arguments) {
    look_at_trace(getenv("FZ_TAINT_OUT"));
    __fz_taint_input(in, sizeof in);
    if (count > 1) {
        /* `arguments[1]` nodes are all there is. */
        has_room = false;
        random_unions();
        expect_true("there were no more", HEADER->nodes == strtoul(arguments[1], NULL, 10));
        bool has_top = false;
        for (int at = 0; at < LABELS; at++)
            has_top |= labels[at] == UINT32_MAX;
        expect_true("any byte at all", has_top);
        expect_true("the flag says so", HEADER->flags & 2);
        return wrong != 0;
    }
    random_unions();
    counts();
    expect_true("no flag", !(HEADER->flags & 2));
    return wrong != 0;
}
