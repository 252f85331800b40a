/* What sites tell, and which bytes the operands of calls have. */
#include "play.h"

static char in[64];
static struct site compare = {.id = 7, .number = 3, .kind = 1, .how = 1, .bits = 32, .line = 4, .column = 5, .file = "a.c", .function = "f"};

struct event {
    uint32_t site, execution;
    label_t label_a, label_b;
    uint64_t a, b;
    uint32_t context, zero;
};
static const struct event *event(uint64_t number) {
    return (const struct event *)(trace + HEADER->events_at) + number;
}

/* The bytes of a row, as `0-3,7`. */
static void expect_row(const char *what, uint64_t number, const char *wanted) {
    const unsigned char *row = (const unsigned char *)trace + HEADER->rows_at + number * HEADER->row_bytes;
    char text[256] = "", *to = text;
    uint64_t bits = 8 * HEADER->row_bytes;
    for (uint64_t at = 0; at < bits; at++) {
        uint64_t begin = at;
        while (at < bits && row[at / 8] >> at % 8 & 1)
            at++;
        if (at > begin && to < text + sizeof text - 48)
            to += sprintf(to, at == begin + 1 ? "%s%lu" : "%s%lu-%lu", to == text ? "" : ",", begin, at - 1);
    }
    if (number >= HEADER->rows || strcmp(text, wanted) != 0) {
        printf("%s: row %lu of %lu has '%s', not '%s'\n", what, number, HEADER->rows, text, wanted);
        wrong++;
    }
}

static void hits(void) {
    label_t first = *shadow(in), second = *shadow(in + 1);
    /* Sixteen whatever their labels; of all others only the bytes. */
    for (int turn = 0; turn < 40; turn++) {
        compare.executions++;
        __fz_taint_event(&compare, 0, 0, 1, 2);
        if (turn % 2 == 0)
            __fz_taint_event(&compare, first, turn == 30 ? second : 0, (uint64_t)turn, 9);
    }
    expect_true("hits", HEADER->events == 8);
    expect_true("the last of the first", event(7)->execution == 15 && event(7)->a == 14);
    expect_row("a byte in each operand", 0, "0-1");
    static const uint64_t cases[] = {3, 4};
    static struct site choice = {.id = 8, .kind = 5, .executions = 1, .file = "b.c", .function = "g", .cases = cases, .count = 2};
    __fz_taint_event(&choice, first, 0, 3, 0);
    expect_true("the second site", event(8)->site == 1 && event(8)->execution == 1);
    expect_true("a site without later executions", HEADER->rows == 1 && !choice.row);
}

static label_t range(int begin, int end) { return __fz_taint_union_row(shadow(in + begin), (uint64_t)(end - begin)); }

static void rows(void) {
    static struct site site = {.id = 9, .kind = 1, .executions = 17, .file = "d.c", .function = "k"};
    uint64_t before = HEADER->events;
    /* A range that grows at its end, one that begins elsewhere, and whole bytes of bits. */
    __fz_taint_event(&site, range(2, 4), 0, 0, 0);
    expect_row("a range", 1, "2-3");
    __fz_taint_event(&site, range(2, 7), 0, 0, 0);
    expect_row("a range that grew", 1, "2-6");
    __fz_taint_event(&site, 0, range(1, 7), 0, 0);
    expect_row("a range that grew at its begin", 1, "1-6");
    __fz_taint_event(&site, range(8, 10), range(13, 33), 0, 0);
    expect_row("two ranges", 1, "1-6,8-9,13-32");
    expect_true("ranges are no events", HEADER->events == before);
    /* Unions are taken apart. */
    label_t gap = __fz_taint_union(*shadow(in + 11), *shadow(in + 34));
    __fz_taint_event(&site, *shadow(in + 10), gap, 0, 0);
    expect_row("a union", 1, "1-6,8-11,13-32,34");
    expect_true("small unions are no events", HEADER->events == before);
    /* Operands of calls byte by byte; no union is made of them. */
    static struct site call = {.id = 10, .kind = 8, .how = 1, .executions = 99, .file = "d.c", .function = "k"};
    __fz_taint_event_call(&call, in + 3, "3", 1, 0, 0, 0);
    uint64_t nodes = HEADER->nodes;
    char mixed[3] = {0};
    __fz_taint_copy(mixed, in + 20, 1);
    __fz_taint_copy(mixed + 2, in + 5, 1);
    __fz_taint_event_call(&call, mixed, in + 24, 3, 1, 0, 0);
    expect_row("a call", 2, "3,5,20,24-26");
    expect_true("no event and no node", HEADER->events == before && HEADER->nodes == nodes);
    /* A row ends somewhere. */
    expect_true("all bytes had room", !(HEADER->flags & 32));
    uint64_t last = 8 * HEADER->row_bytes - 1;
    __fz_taint_event(&site, (label_t)last, 0, 0, 0);
    expect_row("the last byte of a row", 1, "1-6,8-11,13-32,34,32766");
    expect_true("it has room", last == 32767 && !(HEADER->flags & 32));
    /* The bit behind it is the length's, and the code hears that it is there. */
    __fz_taint_harness((void *)expect_row);
    label_t length = __fz_taint_arguments[1][0];
    __fz_taint_event(&site, *shadow(in + 1), length, 0, 0);
    expect_row("the length", 1, "1-6,8-11,13-32,34,32766-32767");
    expect_true("nothing is known of two operands", site.quiet != length);
    __fz_taint_event(&site, 0, length, 0, 0);
    expect_true("the length is no event", site.quiet == length && HEADER->events == before);
    __fz_taint_event(&site, (label_t)last + 1, 0, 0, 0);
    expect_true("none for another", HEADER->flags & 32 && HEADER->events == before);
    /* But for unions of many parts, each an event once for each pair. */
    static struct site wide = {.id = 11, .kind = 1, .executions = 17, .file = "d.c", .function = "k"};
    label_t many = 0;
    for (int at = 0; at < 34; at += 2)
        many = __fz_taint_union(many, *shadow(in + at));
    for (int turn = 0; turn < 3; turn++)
        __fz_taint_event(&wide, many, 0, 5, 6);
    expect_true("a large union", HEADER->events == before + 1 && event(before)->label_a == many);
    expect_true("its execution", event(before)->execution == 17 && event(before)->a == 5 && event(before)->b == 6);
    for (int turn = 0; turn < 2; turn++)
        __fz_taint_event(&wide, *shadow(in + 10), many, 0, 0);
    expect_true("a byte and a union", HEADER->events == before + 2 && event(before + 1)->label_b == many);
    __fz_taint_event(&wide, many, gap, 0, 0);
    expect_true("two unions", HEADER->events == before + 3);
    __fz_taint_event(&wide, UINT32_MAX, 0, 0, 0);
    expect_true("any byte", HEADER->events == before + 4 && event(before + 3)->label_a == UINT32_MAX);
    /* What one site was told says nothing of another, wherever the runtime keeps what it saw last. */
    static struct site sites[65];
    for (uint32_t at = 0; at < 65; at++) {
        sites[at] = (struct site){.id = 100 + at, .kind = 1, .executions = 17, .file = "d.c", .function = "k"};
        __fz_taint_event(&sites[at], *shadow(in + 33), 0, 0, 0);
    }
    uint64_t row = HEADER->rows - 65;
    for (int at = 0; at < 32; at += 2) {
        __fz_taint_event(&sites[0], *shadow(in + 33), 0, 0, 0);
        __fz_taint_event(&sites[64], many, 0, 0, 0);
        __fz_taint_event(&sites[0], range(at, at + 2), 0, 0, 0);
    }
    expect_row("a site that shares its place", row, "0-31,33");
}

/* A record of operands, as text. */
static void operands(const char *what, const char *a, const char *b, const char *label_a, const char *label_b) {
    const struct event *last = event(HEADER->events - 1);
    const uint32_t *record = (const uint32_t *)(trace + HEADER->records_at + last->a);
    const char *bytes = (const char *)(record + 4);
    expect_true(what, record[0] == 2 && record[1] == 8 + record[2] + record[3]);
    expect_true(what, record[2] == strlen(a) && record[3] == strlen(b));
    expect_true(what, memcmp(bytes, a, record[2]) == 0 && memcmp(bytes + record[2], b, record[3]) == 0);
    expect(what, last->label_a, label_a);
    expect(what, last->label_b, label_b);
}

static void calls(void) {
    static struct site sites[16];
    for (uint32_t how = 1; how < 13; how++)
        sites[how] = (struct site){.id = how, .kind = 8, .how = how, .executions = 1, .file = "c.c", .function = "h"};
    struct {
        const char *data;
        uint64_t bytes;
    } string = {in + 2, 3}, other = {"xyz", 3};
    char fixed[] = "01x4";
    uint64_t before = HEADER->events;
    __fz_taint_event_call(&sites[1], "abc", "abd", 3, 1, 0, 0);
    expect_true("a call without labels", HEADER->events == before);
    __fz_taint_event_call(&sites[1], in, fixed, 4, (uint64_t)-1, 0, 0);
    operands("memory", "0123", "01x4", "0-3", "");
    expect_true("the result", event(HEADER->events - 1)->b == (uint64_t)-1);
    __fz_taint_event_call(&sites[1], "abc", in, 2, 1, 10, 0);
    operands("memory at an address with a label", "ab", "01", "9", "0-1");
    __fz_taint_event_call(&sites[2], fixed, in + 30, 0, 1, 0, 0);
    operands("text", "01x4", "hello", "", "30");
    __fz_taint_event_call(&sites[2], in + 30, "hello", 0, 0, 0, 0);
    operands("equal text", "hello", "hello", "30-34", "");
    __fz_taint_event_call(&sites[3], in + 30, "help", 3, 0, 0, 0);
    operands("a prefix", "hel", "hel", "30-32", "");
    __fz_taint_event_call(&sites[4], in + 30, "HEL", 0, 0, 0, 0);
    operands("folded", "hello", "HEL", "30-33", "");
    __fz_taint_event_call(&sites[5], in + 30, "HEx", 2, 0, 0, 0);
    operands("a folded prefix", "he", "HE", "30-31", "");
    __fz_taint_event_find(&sites[6], in, 5, "23", 2, 1, 0, 0);
    operands("memory in memory", "01234", "23", "0-4", "");
    __fz_taint_event_call(&sites[7], in + 30, "l", 0, 0, 0, 0);
    operands("text in text", "hello", "l", "30-34", "");
    __fz_taint_event_call(&sites[9], &string, "234", 0, 0, 0, 0);
    operands("a string and text", "234", "234", "2-4", "");
    __fz_taint_event_call(&sites[10], &other, &string, 0, 0, 0, 0);
    operands("two strings", "xyz", "234", "", "2-4");
    /* What may be no pointer is not followed. */
    before = HEADER->events;
    __fz_taint_event_call(&sites[11], (void *)12, (void *)UINT64_MAX, 0, 0, 0, 0);
    __fz_taint_event_call(&sites[2], NULL, in + 63, 0, 0, 0, 0);
    expect_true("no pointers", HEADER->events == before);
    __fz_taint_event_call(&sites[12], in, (void *)12, 4, 0, 0, 0);
    operands("two pointers", "0123", "", "0-3", "");
}

/* The site of a row, by the row's record. */
static uint32_t site_of_row(uint32_t row) {
    const char *records = trace + HEADER->records_at;
    for (uint64_t at = 0; at < HEADER->records;) {
        const uint32_t *record = (const uint32_t *)(records + at);
        if (record[0] == 5 && record[1] == 8 && record[3] == row)
            return record[2];
        at += 8 + ((record[1] + 7u) & ~7u);
    }
    return UINT32_MAX;
}

static void records(void) {
    expect_true("sites of rows", site_of_row(0) == 0 && site_of_row(1) == 2 && site_of_row(2) == 3);
    /* The first record is the first site's. */
    const uint32_t *record = (const uint32_t *)(trace + HEADER->records_at);
    const uint32_t wanted[] = {1, 48 + 4, 0, 7, 3, 1, 1, 0, 32, 4, 5, 3, 1, 0};
    expect_true("a site's record", memcmp(record, wanted, sizeof wanted) == 0 && memcmp(record + 14, "a.cf", 4) == 0);
}

int main(void) {
    static const char text[] = "0123456789abcdefghijklmnopqrstuhello";
    look_at_trace(getenv("FZ_TAINT_OUT"));
    strcpy(in, text);
    memmove(in + 30, "hello", 6);
    __fz_taint_input(in, 35);
    hits();
    rows();
    calls();
    records();
    return wrong != 0;
}
