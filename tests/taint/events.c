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

static void hits(void) {
    label_t first = *shadow(in), second = *shadow(in + 1);
    /* Sixteen whatever their labels; then what is new; then none. */
    for (int turn = 0; turn < 40; turn++) {
        compare.executions++;
        __fz_taint_event(&compare, 0, 0, 1, 2);
        if (turn % 2 == 0)
            __fz_taint_event(&compare, first, turn == 30 ? second : 0, (uint64_t)turn, 9);
    }
    expect_true("hits", HEADER->events == 9);
    expect_true("the last of the first", event(7)->execution == 15 && event(7)->a == 14);
    expect_true("a new label", event(8)->execution == 31 && event(8)->label_b == second && event(8)->b == 9);
    static const uint64_t cases[] = {3, 4};
    static struct site choice = {.id = 8, .kind = 5, .executions = 1, .file = "b.c", .function = "g", .cases = cases, .count = 2};
    __fz_taint_event(&choice, first, 0, 3, 0);
    expect_true("the second site", event(9)->site == 1 && event(9)->execution == 1);
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

static void records(void) {
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
    calls();
    records();
    return wrong != 0;
}
