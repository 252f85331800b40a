/* Labels: sets of bytes of the input. A node is a range of bytes, or the union of two labels; there is one node for each
   such pair, however often it is asked for. */
#include "taint.h"

/* Answers of before, for all threads: an entry that two of them tore does not fit its check. */
#define CACHE 4096
static struct {
    uint64_t pair, check;
} cache[CACHE];

/* Open addressing; a place has a node's number plus 1. Sums over many bytes make nodes that differ in their second label
   by 1: these are neighbours in a cache's line, and what finds its place taken goes on in another line. */
static uint32_t *table;
static uint64_t places;
#define PLACES_FIRST (1u << 14)
#define LINE 16

static uint64_t mixed(label_t a, label_t b) {
    uint64_t hash = (((uint64_t)a << 32) | b) * 0x9e3779b97f4a7c15u;
    return hash ^ (hash >> 29);
}

static uint64_t first_place(label_t a, label_t b) { return mixed(a / LINE, b / LINE) * LINE + b % LINE; }

static bool grow(void) {
    uint64_t wanted = places ? 2 * places : PLACES_FIRST;
    uint32_t *larger = take_pages(wanted * sizeof *larger);
    if (!larger)
        return false;
    will_be_full(larger, wanted * sizeof *larger);
    for (uint64_t number = 0; number < header->nodes; number++) {
        uint64_t at = first_place(nodes[number].a, nodes[number].b);
        while (larger[at &= wanted - 1])
            at += LINE + 1;
        larger[at] = (uint32_t)number + 1;
    }
    if (table)
        give_pages(table, places * sizeof *table);
    table = larger;
    places = wanted;
    return true;
}

static label_t no_room(void) {
    trace_flag(FZ_NODES_FULL);
    return FZ_TOP;
}

/* In the lock. */
static label_t found_or_made(label_t a, label_t b) {
    if (2 * (header->nodes + 1) > places && !grow())
        return no_room();
    uint64_t at = first_place(a, b);
    for (; table[at &= places - 1]; at += LINE + 1) {
        uint32_t number = table[at] - 1;
        if (nodes[number].a == a && nodes[number].b == b)
            return FZ_NODE | number;
    }
    uint64_t number = header->nodes;
    if (number >= limits.nodes)
        return no_room();
    nodes[number] = (struct node){a, b};
    table[at] = (uint32_t)number + 1;
    __atomic_store_n(&header->nodes, number + 1, __ATOMIC_RELEASE);
    return FZ_NODE | (label_t)number;
}

static label_t node(label_t a, label_t b) {
    if (!is_recording())
        return FZ_TOP;
    if (!lock_take(LOCK_NODES))
        return no_room();
    label_t label = found_or_made(a, b);
    lock_give(LOCK_NODES);
    return label;
}

/* What was asked before; 0 if it is not known any longer. */
static label_t known(label_t a, label_t b) {
    uint64_t pair = ((uint64_t)a << 32) | b, at = mixed(a, b) >> 7 & (CACHE - 1);
    uint64_t found = __atomic_load_n(&cache[at].pair, __ATOMIC_RELAXED);
    uint64_t check = __atomic_load_n(&cache[at].check, __ATOMIC_RELAXED);
    return found == pair && check >> 32 == (label_t)(check ^ found ^ found >> 32) ? check >> 32 : 0;
}

static label_t keep(label_t a, label_t b, label_t label) {
    uint64_t pair = ((uint64_t)a << 32) | b, at = mixed(a, b) >> 7 & (CACHE - 1);
    if (label != FZ_TOP) {
        __atomic_store_n(&cache[at].pair, pair, __ATOMIC_RELAXED);
        __atomic_store_n(&cache[at].check, ((uint64_t)label << 32) | (label_t)(label ^ pair ^ pair >> 32), __ATOMIC_RELAXED);
    }
    return label;
}

label_t label_range(label_t low, label_t high) {
    if (high == low + 1)
        return low;
    /* Unions are asked for with the larger label first. */
    label_t label = known(low, high);
    return label ? label : keep(low, high, node(low, high));
}

static bool is_node(label_t label) { return label & FZ_NODE; }

bool label_is_range(label_t label, struct node *range) {
    *range = is_node(label) ? nodes[label & ~FZ_NODE] : (struct node){label, label + 1};
    return range->a < range->b;
}

static label_t union_of(label_t a, label_t b, int depth);

/* How far down it is looked for a range that a range can be added to: sums over many separate blocks become no long
   chains by it. */
#define DEPTH 4

/* Two labels, the larger number first. */
static label_t combined(label_t a, label_t b, int depth) {
    struct node x, y;
    bool is_x = label_is_range(a, &x), is_y = label_is_range(b, &y);
    if (is_x && is_y) {
        if (x.a <= y.a && y.b <= x.b)
            return a;
        if (y.a <= x.a && x.b <= y.b)
            return b;
        if (x.a <= y.b && y.a <= x.b)
            return label_range(x.a < y.a ? x.a : y.a, x.b > y.b ? x.b : y.b);
        return node(a, b);
    }
    /* Of a union its own parts are in it. */
    if (!is_x && (x.a == b || x.b == b))
        return a;
    if (!is_y && (y.a == a || y.b == a))
        return b;
    if (depth && is_x != is_y) {
        struct node parts = is_x ? y : x, range = is_x ? x : y, part;
        label_t whole = is_x ? b : a, added = is_x ? a : b;
        for (int side = 0; side < 2; side++) {
            label_t one = side ? parts.b : parts.a, other = side ? parts.a : parts.b;
            if (label_is_range(one, &part) && part.a <= range.b && range.a <= part.b) {
                label_t joined = union_of(one, added, 0);
                return joined == one ? whole : union_of(joined, other, depth - 1);
            }
        }
    }
    return node(a, b);
}

static label_t union_of(label_t a, label_t b, int depth) {
    if (a == b || !b)
        return a;
    if (!a)
        return b;
    if (a == FZ_TOP || b == FZ_TOP || !is_recording())
        return FZ_TOP;
    return a > b ? combined(a, b, depth) : combined(b, a, depth);
}

label_t __fz_taint_union(label_t a, label_t b) {
    if (a == b || !b)
        return a;
    if (!a)
        return b;
    if (a < b) {
        label_t larger = b;
        b = a;
        a = larger;
    }
    label_t label = known(a, b);
    return label ? label : keep(a, b, union_of(a, b, DEPTH));
}

label_t __fz_taint_union_row(const label_t *labels, uint64_t count) {
    label_t whole = 0;
    for (uint64_t at = 0; at < count; at++) {
        label_t label = labels[at];
        if (LIKELY(!label || label == whole))
            continue;
        /* Bytes that follow each other, as in the input. */
        uint64_t last = at;
        while (!is_node(label) && last + 1 < count && labels[last + 1] == labels[last] + 1 && !is_node(labels[last + 1]))
            last++;
        if (last > at)
            label = label_range(label, labels[last] + 1);
        at = last;
        whole = __fz_taint_union(whole, label);
    }
    return whole;
}

void __fz_taint_union_lanes(label_t *out, const label_t *a, const label_t *b, uint64_t count) {
    for (uint64_t at = 0; at < count; at++)
        out[at] = __fz_taint_union(a[at], b[at]);
}
