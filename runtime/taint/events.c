/* What sites record: their first executions with a label; of later ones the bytes that flow into them; and those later
   ones in full whose labels are unions of many parts and new there. */
#include <errno.h>
#include <sys/uio.h>
#include <unistd.h>

#include "taint.h"

/* Labels that a site has recorded. */
struct told {
    uint32_t site;
    label_t a, b;
};
static struct told *set;
static uint64_t places, used;
#define PLACES_FIRST (1u << 12)
static uint32_t sites;

static uint64_t mixed(const struct told *told) {
    uint64_t hash = (((uint64_t)told->a << 32) | told->b) * 0x9e3779b97f4a7c15u;
    hash = (hash ^ (hash >> 29) ^ told->site) * 0xbf58476d1ce4e5b9u;
    return hash ^ (hash >> 31);
}

static struct told *place_in(struct told *table, uint64_t count, const struct told *told) {
    uint64_t at = mixed(told);
    for (;; at++) {
        struct told *place = &table[at &= count - 1];
        if (!place->site || (place->site == told->site && place->a == told->a && place->b == told->b))
            return place;
    }
}

static bool grow(void) {
    uint64_t wanted = places ? 2 * places : PLACES_FIRST;
    struct told *larger = take_pages(wanted * sizeof *larger);
    if (!larger)
        return false;
    for (uint64_t at = 0; at < places; at++)
        if (set[at].site)
            *place_in(larger, wanted, &set[at]) = set[at];
    if (set)
        give_pages(set, places * sizeof *set);
    set = larger;
    places = wanted;
    return true;
}

/* Needs the lock. Without room every label counts as recorded. */
static bool is_new(const struct told *told) {
    if (2 * (used + 1) > places && !grow())
        return false;
    struct told *place = place_in(set, places, told);
    if (place->site)
        return false;
    *place = *told;
    used++;
    return true;
}

static uint64_t length_of(const char *text) {
    uint64_t length = 0;
    while (text && text[length])
        length++;
    return length;
}

static void describe(const struct fz_site *site) {
    uint64_t file = length_of(site->file), function = length_of(site->function);
    const struct fz_site_record record = {
        .index = site->index - 1,
        .id = site->id,
        .number = site->number,
        .kind = site->kind,
        .how = site->how,
        .flags = site->flags,
        .bits = site->bits,
        .line = site->line,
        .column = site->column,
        .file = (uint32_t)file,
        .function = (uint32_t)function,
        .cases = (uint32_t)site->count,
    };
    const struct part parts[] = {
        {&record, sizeof record}, {site->cases, site->count * sizeof *site->cases}, {site->file, file}, {site->function, function}};
    trace_record(FZ_RECORD_SITE, parts, 4);
}

/* Marks bytes that flowed into a site. Two threads that do so at the same time may lose a bit. */
static void mark(struct fz_site *site, struct form range) {
    uint64_t end = range.b - 1;
    if (end > site->row_bits) {
        trace_flag(FZ_ROWS_FULL);
        end = site->row_bits;
    }
    for (uint64_t at = range.a - 1; at < end; at++)
        if (at % 8 == 0 && end - at >= 8) {
            site->row[at / 8] = 0xff;
            at += 7;
        } else {
            site->row[at / 8] |= (unsigned char)(1u << at % 8);
        }
}

/* Marks the last bit of a row: the input's length. */
static void mark_length(struct fz_site *site) {
    if (site->row_bits)
        site->row[site->row_bits / 8] |= (unsigned char)(1u << site->row_bits % 8);
}

/* The most parts of a union that is taken apart. */
#define PARTS 16

/* Whether a row's bits express a label completely; sets them. Of a range that only grew at its end, the new part alone
   is set. */
static bool is_marked(struct fz_site *site, label_t label) {
    static _Thread_local __attribute__((tls_model("initial-exec"))) struct {
        const struct fz_site *site;
        label_t label;
        struct form range;
    } last[64];
    uint32_t slot = site->index % 64;
    bool is_known = last[slot].site == site;
    if (!label || (is_known && last[slot].label == label))
        return true;
    if (label == FZ_TOP)
        return false;
    struct form before = is_known ? last[slot].range : (struct form){BYTES, 0, 0, 0};
    /* The slot belongs to this site from here on, even if bits cannot express the label. */
    last[slot].site = site;
    last[slot].label = 0;
    last[slot].range = before;
    label_t open[PARTS];
    int count = 0;
    open[count++] = label;
    for (int taken = 0; count; taken++) {
        label_t one = open[--count];
        if (one == FZ_TOP || taken == PARTS)
            return false;
        struct form part = label_form(one);
        if (part.kind == BYTES) {
            last[slot].range = part;
            if (part.a == before.a && part.b >= before.b)
                part.a = before.b;
            mark(site, part);
            continue;
        }
        if (part.kind == LENGTH) {
            mark_length(site);
            continue;
        }
        if (count + 2 > PARTS)
            return false;
        open[count++] = part.a;
        open[count++] = part.b;
    }
    last[slot].label = label;
    return true;
}

/* The same for the label of one byte, usually that of one byte of the input. */
static bool is_one_marked(struct fz_site *site, label_t label) {
    if (UNLIKELY(label & FZ_NODE || label > site->row_bits))
        return is_marked(site, label);
    if (label)
        site->row[(label - 1) / 8] |= (unsigned char)(1u << (label - 1) % 8);
    return true;
}

/* The same for an operand's bytes one by one, without a union of their labels. */
static bool are_marked(struct fz_site *site, const void *data, uint64_t bytes) {
    const label_t *labels = shadow_of(data);
    for (uint64_t at = 0; at < bytes; at++)
        if (!is_one_marked(site, labels[at]))
            return false;
    return true;
}

static bool is_later(const struct fz_site *site) {
    return site->row && __atomic_load_n(&site->executions, __ATOMIC_RELAXED) > limits.hits && has_trace();
}

/* Whether an execution is recorded; if so, the site has its record afterwards. */
static bool is_told(struct fz_site *site, label_t a, label_t b, struct fz_event *event) {
    bool is_asked_for = has_labels && site->flags & FZ_UNLABELLED;
    if (!(a | b || is_asked_for) || !has_trace())
        return false;
    event->execution = __atomic_load_n(&site->executions, __ATOMIC_RELAXED);
    bool is_early = event->execution <= limits.hits;
    if (!is_early && site->row && is_marked(site, a) && is_marked(site, b)) {
        if (!a || !b)
            site->quiet = a | b;
        return false;
    }
    if (!lock_take(LOCK_EVENTS))
        return false;
    bool is_first = !site->index;
    if (is_first)
        site->index = ++sites;
    if (!is_early && !site->row) {
        site->row = trace_row(site->index - 1);
        __atomic_store_n(&site->row_bits, site->row ? limits.row_bits : 0, __ATOMIC_RELEASE);
    }
    const struct told told = {site->index, a, b};
    bool is = is_early;
    if (!is_early && !(site->row && is_marked(site, a) && is_marked(site, b)))
        is = is_new(&told);
    event->site = site->index - 1;
    event->label_a = a;
    event->label_b = b;
    event->context = event->zero = 0;
    if (is_first)
        describe(site);
    lock_give(LOCK_EVENTS);
    return is;
}

EXPORT void __fz_taint_event(struct fz_site *site, label_t label_a, label_t label_b, uint64_t a, uint64_t b) {
    struct fz_event event;
    if (!is_told(site, label_a, label_b, &event))
        return;
    event.a = a;
    event.b = b;
    trace_event(&event);
}

/* An operand of a call: how many bytes it has, and the labels of how many of them count. */
struct operand {
    const char *data;
    uint64_t bytes, labels;
};

static label_t label_of_operand(struct operand operand, label_t address) {
    return __fz_taint_union(label_of(operand.data, operand.labels), address);
}

static void tell(struct fz_site *site, struct operand a, struct operand b, uint64_t result, label_t at_a, label_t at_b) {
    struct fz_event event;
    if (!has_labels)
        return;
    if (is_later(site) && !(at_a | at_b) && are_marked(site, a.data, a.labels) && are_marked(site, b.data, b.labels))
        return;
    if (!is_told(site, label_of_operand(a, at_a), label_of_operand(b, at_b), &event))
        return;
    a.bytes = a.bytes < FZ_OPERAND_MAX ? a.bytes : FZ_OPERAND_MAX;
    b.bytes = b.bytes < FZ_OPERAND_MAX ? b.bytes : FZ_OPERAND_MAX;
    const struct fz_operands_record record = {.a = (uint32_t)a.bytes, .b = (uint32_t)b.bytes};
    const struct part parts[] = {{&record, sizeof record}, {a.data, a.bytes}, {b.data, b.bytes}};
    event.a = trace_record(FZ_RECORD_OPERANDS, parts, 3);
    event.b = result;
    if (event.a != NO_RECORD)
        trace_event(&event);
    else
        __atomic_fetch_add(&header->left_out, 1, __ATOMIC_RELAXED);
}

static struct operand memory(const void *data, uint64_t bytes) { return (struct operand){data, bytes, bytes}; }

/* A string, or at most this many bytes of it. */
static struct operand text(const char *data, uint64_t most) {
    uint64_t length = 0;
    while (data && length < most && data[length])
        length++;
    return (struct operand){data, length, data && length < most ? length + 1 : length};
}

static char folded(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c; }

/* Bytes after the one that decides were not read. */
static void stop_where_decided(struct operand *a, struct operand *b, bool folds) {
    uint64_t both = a->labels < b->labels ? a->labels : b->labels;
    for (uint64_t at = 0; at < both; at++) {
        char x = a->data[at], y = b->data[at];
        if (folds ? folded(x) != folded(y) : x != y) {
            a->labels = b->labels = at + 1;
            return;
        }
    }
}

/* Two strings in one pass, up to the byte that decides. */
static bool are_texts_marked(struct fz_site *site, const char *a, const char *b, uint64_t most, bool folds) {
    if (!a || !b)
        return false;
    const label_t *labels[] = {shadow_of(a), shadow_of(b)};
    for (uint64_t at = 0; at < most; at++) {
        if (!is_one_marked(site, labels[0][at]) || !is_one_marked(site, labels[1][at]))
            return false;
        if (!a[at] || (folds ? folded(a[at]) != folded(b[at]) : a[at] != b[at]))
            break;
    }
    return true;
}

/* Values that may not be pointers: whatever can be read there. */
static struct operand guessed(const void *data, uint64_t most, char *room) {
    if (!has_shadow(data, most) || (uintptr_t)data >> 47 || !label_of(data, most))
        return memory(data, 0);
    int before = errno;
    struct iovec to = {room, most}, from = {(void *)(uintptr_t)data, most};
    ssize_t got = process_vm_readv(getpid(), &to, 1, &from, 1, 0);
    errno = before;
    return memory(data, got > 0 ? (uint64_t)got : 0);
}

/* The first members of libstdc++'s `std::string`. */
struct string {
    const char *data;
    uint64_t length;
};

static struct operand contents(const struct string *string) { return memory(string->data, string->length); }

/* How many bytes are read if the length is unknown. */
#define GUESS 32

EXPORT void __fz_taint_event_call(struct fz_site *site, const void *a, const void *b, uint64_t bytes, uint64_t result,
                                  label_t at_a, label_t at_b) {
    struct operand x, y;
    char room[2][GUESS];
    if (!has_labels)
        return;
    switch (site->how) {
    case FZ_HOW_MEMORY:
        x = memory(a, bytes);
        y = memory(b, bytes);
        break;
    case FZ_HOW_TEXT:
    case FZ_HOW_FOLDED:
        bytes = UINT64_MAX;
        __attribute__((fallthrough));
    case FZ_HOW_TEXT_PREFIX:
    case FZ_HOW_FOLDED_PREFIX: {
        bool folds = site->how == FZ_HOW_FOLDED || site->how == FZ_HOW_FOLDED_PREFIX;
        if (is_later(site) && are_texts_marked(site, a, b, bytes, folds))
            return;
        x = text(a, bytes);
        y = text(b, bytes);
        stop_where_decided(&x, &y, folds);
        break;
    }
    case FZ_HOW_FIND_TEXT:
    case FZ_HOW_FIND_FOLDED:
        x = text(a, UINT64_MAX);
        y = text(b, UINT64_MAX);
        break;
    case FZ_HOW_STRING_TEXT:
        x = contents(a);
        y = text(b, UINT64_MAX);
        break;
    case FZ_HOW_STRING_STRING:
        x = contents(a);
        y = contents(b);
        break;
    case FZ_HOW_POINTERS_LENGTH:
    case FZ_HOW_POINTERS:
        bytes = site->how == FZ_HOW_POINTERS || bytes > GUESS ? GUESS : bytes;
        x = guessed(a, bytes, room[0]);
        y = guessed(b, bytes, room[1]);
        break;
    default:
        return;
    }
    tell(site, x, y, result, at_a, at_b);
}

EXPORT void __fz_taint_event_find(struct fz_site *site, const void *a, uint64_t bytes_a, const void *b, uint64_t bytes_b,
                                  uint64_t result, label_t at_a, label_t at_b) {
    tell(site, memory(a, bytes_a), memory(b, bytes_b), result, at_a, at_b);
}
