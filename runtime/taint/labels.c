/* Labels: sets of bytes of the input, and of numbers that a program read from it. A node is a range of bytes or of
   numbers, the input's length, or the union of two labels. Nodes are unique: the same pair always gets the same node.
   */
#include "taint.h"

/* A cache of earlier results, for all threads: an entry torn by two of them fails its check. */
#define CACHE 4096
static struct {
    uint64_t pair, check;
} cache[CACHE];

/* A hash table with open addressing; an entry is a node's number plus 1. Sums over many bytes make nodes whose second
   labels differ by 1: these are neighbours in a cache line, and a collision continues in another line. */
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

/* Needs the lock. */
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
    nodes[number] = (struct fz_node){a, b};
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

/* An earlier result; 0 if it is not in the cache. */
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

static label_t pair_of(label_t low, label_t second) {
    /* Unions are looked up with the larger label first. */
    label_t label = known(low, second);
    return label ? label : keep(low, second, node(low, second));
}

label_t label_range(label_t low, label_t high, uint32_t width) {
    uint32_t power = width == 8 ? 3 : width / 2, count = (high - low) >> power;
    if (high == low + 1)
        return low;
    bool are_numbers = power && count <= FZ_COUNT;
    return pair_of(low, are_numbers ? FZ_NODE | power << FZ_POWER_SHIFT | count : high);
}

label_t label_length(uint64_t from, uint64_t unit) {
    if (!is_recording() || from >= FZ_LAST_OFFSET || !unit || unit > FZ_COUNT)
        return 0;
    has_labels = true;
    return pair_of((label_t)from + 1, FZ_NODE | (label_t)unit);
}

static bool is_node(label_t label) { return label & FZ_NODE; }

struct form label_form(label_t label) {
    if (!is_node(label))
        return (struct form){BYTES, label, label + 1, 1};
    struct fz_node node = nodes[label & ~FZ_NODE];
    if (node.a > node.b)
        return (struct form){UNION, node.a, node.b, 0};
    if (node.b <= FZ_NODE)
        return (struct form){BYTES, node.a, node.b, 1};
    uint32_t power = node.b >> FZ_POWER_SHIFT & FZ_POWER;
    if (!power)
        return (struct form){LENGTH, node.a, 0, node.b & FZ_COUNT};
    return (struct form){BYTES, node.a, node.a + ((node.b & FZ_COUNT) << power), 1u << power};
}

static label_t union_of(label_t a, label_t b, int depth);

/* How deep to search for a range that another can be added to, so that sums over many separate blocks do not become
   long chains. */
#define DEPTH 4

/* Whether two labels that are not unions can be merged into one. Numbers stay numbers; overlapping ones become bytes
   again, since they cannot be changed independently. Of two lengths, the one from the lower offset counts. */
static bool are_one(const struct form *x, const struct form *y, struct form *one) {
    if (x->kind != y->kind)
        return false;
    if (x->kind == LENGTH) {
        *one = x->a < y->a ? *x : *y;
        return x->width == y->width;
    }
    if (x->a <= y->a && y->b <= x->b && y->width <= x->width) {
        *one = *x;
        return true;
    }
    if (y->a <= x->a && x->b <= y->b && x->width <= y->width) {
        *one = *y;
        return true;
    }
    if (x->width != y->width || x->a > y->b || y->a > x->b)
        return false;
    uint32_t width = (x->a - y->a) & (x->width - 1) ? 1 : x->width;
    *one = (struct form){BYTES, x->a < y->a ? x->a : y->a, x->b > y->b ? x->b : y->b, width};
    return true;
}

static bool is_form(const struct form *x, const struct form *y) { return x->a == y->a && x->b == y->b && x->width == y->width; }

/* Combines two labels, the larger one first. */
static label_t combined(label_t a, label_t b, int depth) {
    struct form x = label_form(a), y = label_form(b), one;
    if (x.kind != UNION && y.kind != UNION) {
        if (!are_one(&x, &y, &one))
            return node(a, b);
        return is_form(&one, &x) ? a : is_form(&one, &y) ? b : label_range(one.a, one.b, one.width);
    }
    /* A union contains its own parts. */
    if (x.kind == UNION && (x.a == b || x.b == b))
        return a;
    if (y.kind == UNION && (y.a == a || y.b == a))
        return b;
    bool is_x = x.kind != UNION;
    if (depth && is_x != (y.kind != UNION)) {
        struct form parts = is_x ? y : x, range = is_x ? x : y;
        label_t whole = is_x ? b : a, added = is_x ? a : b;
        for (int side = 0; side < 2; side++) {
            label_t first = side ? parts.b : parts.a, other = side ? parts.a : parts.b;
            struct form part = first == FZ_TOP ? (struct form){UNION, 0, 0, 0} : label_form(first);
            if (are_one(&part, &range, &one)) {
                label_t joined = union_of(first, added, 0);
                return joined == first ? whole : union_of(joined, other, depth - 1);
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

/* The size of the widest integer with a label per byte, and the most bytes of the input that each byte is assumed to
   come from. */
#define NUMBER 8
#define PARTS 4

/* The bytes of the input that flow into each byte of an integer. */
struct apart {
    label_t bytes[NUMBER][PARTS];
    /* What cannot be taken apart, of all bytes. */
    label_t rest;
};

/* False: there are too many. */
static bool take_apart(label_t label, uint64_t at, struct apart *apart) {
    label_t open[PARTS] = {label};
    uint32_t count = label != 0, taken = 0;
    while (count) {
        label_t one = open[--count];
        if (one == FZ_TOP)
            return false;
        struct form form = label_form(one);
        if (form.kind == UNION) {
            if (count + 2 > PARTS)
                return false;
            open[count++] = form.a;
            open[count++] = form.b;
        } else if (form.kind == BYTES && form.width == 1) {
            if (form.b - form.a > PARTS - taken)
                return false;
            for (label_t byte = form.a; byte < form.b; byte++)
                apart->bytes[at][taken++] = byte;
        } else {
            apart->rest = __fz_taint_union(apart->rest, one);
        }
    }
    return true;
}

static bool has(const struct apart *apart, uint64_t at, label_t byte) {
    bool is = false;
    for (int part = 0; byte && part < PARTS; part++)
        is |= apart->bytes[at][part] == byte;
    return is;
}

static bool is_width(uint64_t bytes) { return bytes == 2 || bytes == 4 || bytes == 8; }

/* Integers that were mixed byte by byte, or shifted by bits, are still the numbers that they were in the input: their
   bytes are consecutive from one byte of the result to the next. */
static label_t union_of_numbers(const struct apart *apart, uint64_t count) {
    label_t whole = apart->rest;
    for (uint64_t at = 0; at < count; at++)
        for (int part = 0; part < PARTS && apart->bytes[at][part]; part++) {
            label_t first = apart->bytes[at][part];
            uint64_t end = at + 1;
            if (at && has(apart, at - 1, first - 1))
                continue;
            while (end < count && has(apart, end, first + (label_t)(end - at)))
                end++;
            label_t high = first + (label_t)(end - at);
            whole = __fz_taint_union(whole, label_range(first, high, is_width(end - at) ? (uint32_t)(end - at) : 1));
        }
    return whole;
}

/* The length of a run of consecutive bytes of the input. */
static uint64_t run_from(const label_t *labels, uint64_t at, uint64_t count) {
    uint64_t end = at + 1;
    if (!is_node(labels[at]))
        while (end < count && labels[end] == labels[at] + (end - at) && !is_node(labels[end]))
            end++;
    return end;
}

label_t __fz_taint_union_row(const label_t *labels, uint64_t count) {
    uint64_t at = 0;
    while (at < count && !labels[at])
        at++;
    if (at == count)
        return 0;
    /* Most integers are just one number, zero-extended or sign-extended. */
    label_t first = labels[at];
    uint64_t run = run_from(labels, at, count), end = run;
    while (end < count && (!labels[end] || labels[end] == labels[run - 1]))
        end++;
    if (end == count)
        return run == at + 1 ? first : label_range(first, labels[run - 1] + 1, is_width(run - at) ? (uint32_t)(run - at) : 1);
    if (count <= NUMBER) {
        struct apart apart = {.rest = 0};
        bool is_apart = true;
        for (uint64_t byte = at; byte < count && is_apart; byte++)
            is_apart = take_apart(labels[byte], byte, &apart);
        if (is_apart)
            return union_of_numbers(&apart, count);
    }
    label_t whole = 0;
    for (; at < count; at = end) {
        end = run_from(labels, at, count);
        label_t label = labels[at];
        if (end > at + 1)
            label = label_range(label, labels[end - 1] + 1, 1);
        if (label && label != whole)
            whole = __fz_taint_union(whole, label);
    }
    return whole;
}

void __fz_taint_union_lanes(label_t *out, const label_t *a, const label_t *b, uint64_t count) {
    for (uint64_t at = 0; at < count; at++)
        out[at] = __fz_taint_union(a[at], b[at]);
}
