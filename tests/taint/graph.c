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

/* The second word of a label's node that is a range. */
static label_t second(label_t label) {
    return ((const label_t *)(trace + HEADER->nodes_at))[2 * (uint64_t)(label & 0x7fffffffu) + 1];
}

/* So many numbers of 2^power bytes. */
#define ARE(power, count) (0x80000000u | (power) << 29 | (count))
#define ROW(...) __fz_taint_union_row((const label_t[]){__VA_ARGS__}, sizeof((label_t[]){__VA_ARGS__}) / sizeof(label_t))

static void numbers(void) {
    expect_true("a number", second(ROW(1, 2, 3, 4)) == ARE(2u, 1u));
    expect_true("with zeros", second(ROW(9, 10, 0, 0)) == ARE(1u, 1u));
    expect_true("with its sign", second(ROW(9, 10, 10, 10)) == ARE(1u, 1u));
    expect_true("the other way round", second(ROW(4, 3, 2, 1)) == 5);
    expect_true("of three bytes", second(ROW(1, 2, 3, 0)) == 4);
    /* Sums keep their numbers. */
    label_t sum = 0;
    uint64_t before = HEADER->nodes;
    for (label_t at = 1; at <= INPUT; at += 4)
        sum = __fz_taint_union(sum, ROW(at, at + 1, at + 2, at + 3));
    expect("a sum of numbers", sum, "0-255");
    expect_true("it is one range of them", second(sum) == ARE(2u, 64u));
    expect_true("it has a node for each two", HEADER->nodes - before < INPUT / 2);
    before = HEADER->nodes;
    expect_true("bytes of its numbers are in it", __fz_taint_union(sum, 7) == sum && HEADER->nodes == before);
    expect_true("numbers that overlap are bytes", second(__fz_taint_union(ROW(1, 2, 3, 4), ROW(3, 4, 5, 6))) == 7);
    /* Mixed byte by byte, and shifted by some bits. */
    label_t mixed[4], left[4], right[4];
    for (label_t at = 0; at < 4; at++) {
        mixed[at] = __fz_taint_union(101 + at, 111 + at);
        left[at] = __fz_taint_union(101 + at, at ? 100 + at : 0);
        right[at] = __fz_taint_union(101 + at, at < 3 ? 102 + at : 0);
    }
    label_t both = __fz_taint_union(ROW(101, 102, 103, 104), ROW(111, 112, 113, 114));
    expect_true("two numbers", __fz_taint_union_row(mixed, 4) == both);
    expect_true("a shift to the left", second(__fz_taint_union_row(left, 4)) == ARE(2u, 1u));
    expect_true("a shift to the right", second(__fz_taint_union_row(right, 4)) == ARE(2u, 1u));
    /* The length is in no sum of bytes, and one in a sum of lengths. */
    __fz_taint_harness((void *)numbers);
    label_t length = __fz_taint_arguments[1][0];
    expect("the length", length, "");
    expect("with bytes", __fz_taint_union(__fz_taint_union(length, 5), 6), "4-5");
    expect_true("twice", __fz_taint_union(__fz_taint_union(length, 5), length) == __fz_taint_union(length, 5));
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
    numbers();
    expect_true("no flag", !(HEADER->flags & 2));
    return wrong != 0;
}
