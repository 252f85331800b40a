/* The trace: a file that is mapped while the program runs, so that it is complete however the program ends. No
   descriptor stays open. */
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "taint.h"

#define PAGE 4096
/* Room for records per event, if every event has the largest ones. */
#define RECORD_BYTES 64

/* Holds the counts while there is no trace. */
static struct fz_trace_header nowhere;
struct fz_trace_header *header = &nowhere;
struct fz_node *nodes;
struct limits limits;
static struct fz_event *events;
static char *records;
static unsigned char *rows;
/* The kernel clears it in a child of `fork` (`MADV_WIPEONFORK`). */
static const bool *recording;

bool is_recording(void) { return recording && *recording; }
bool has_trace(void) { return events && is_recording(); }

void trace_flag(uint64_t flag) {
    if (!(__atomic_load_n(&header->flags, __ATOMIC_RELAXED) & flag))
        __atomic_fetch_or(&header->flags, flag, __ATOMIC_RELAXED);
}

/* A number from the environment, at most `most`. */
static uint64_t asked(const char *name, uint64_t usual, uint64_t most) {
    const char *word = environment_word(name);
    uint64_t number = 0;
    if (!word)
        return usual;
    for (; *word; word++) {
        if (*word < '0' || *word > '9') {
            SAY(name, " is no number; it is left alone");
            return usual;
        }
        number = number * 10 + (uint64_t)(*word - '0');
        if (number > most)
            return most;
    }
    return number;
}

static uint64_t whole_pages(uint64_t bytes) { return (bytes + PAGE - 1) & ~(uint64_t)(PAGE - 1); }

static bool mark_process(void) {
    bool *mark = take_pages(PAGE);
    if (!mark || madvise(mark, PAGE, MADV_WIPEONFORK) != 0)
        return false;
    *mark = true;
    recording = mark;
    return true;
}

static const char *map_file(const char *path, struct fz_trace_header *plan, uint64_t bytes) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < bytes)
        return "the size of files is limited (`ulimit -f`)";
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0)
        return errno == EEXIST ? "" : "the file cannot be made";
    char *mapped = MAP_FAILED;
    if (ftruncate(file, (off_t)bytes) == 0)
        mapped = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (mapped == MAP_FAILED) {
        unlink(path);
        return "the file cannot be mapped";
    }
    header = (struct fz_trace_header *)mapped;
    *header = *plan;
    header->memory += nowhere.memory;
    nodes = (struct fz_node *)(mapped + plan->nodes_at);
    events = (struct fz_event *)(mapped + plan->events_at);
    records = mapped + plan->records_at;
    rows = (unsigned char *)mapped + plan->rows_at;
    return NULL;
}

/* Opens the trace. Returns the obstacle; an empty text if another program has the trace. */
static const char *open_all(const char *out) {
    limits.nodes = asked(FZ_NODES_ENV, FZ_NODES_USUAL, FZ_TOP & ~FZ_NODE);
    if (!out) {
        nodes = take_pages(limits.nodes * sizeof *nodes);
        return nodes ? NULL : "there is no memory for nodes";
    }
    limits.events = asked(FZ_EVENTS_ENV, FZ_EVENTS_USUAL, UINT32_MAX);
    limits.hits = asked(FZ_HITS_ENV, FZ_HITS_USUAL, UINT32_MAX);
    limits.records = whole_pages(limits.events * RECORD_BYTES + (1 << 20));
    struct fz_trace_header plan = {.magic = FZ_TRACE_MAGIC, .nodes_at = FZ_TRACE_HEADER};
    plan.events_at = plan.nodes_at + whole_pages(limits.nodes * sizeof *nodes);
    plan.records_at = plan.events_at + whole_pages(limits.events * sizeof *events);
    plan.rows_at = plan.records_at + limits.records;
    /* The last bit is that of the input's length. */
    plan.row_bytes = whole_pages(((input_size ? input_size : FZ_ROW_INPUT) + 8) / 8);
    limits.row_bits = 8 * plan.row_bytes - 1;
    return map_file(out, &plan, plan.rows_at + FZ_ROWS * plan.row_bytes);
}

bool trace_open(void) {
    const char *input = environment_word(FZ_INPUT_ENV), *out = environment_word(FZ_OUT_ENV);
    if (!input)
        return false;
    int before = errno;
    const char *wrong = open_all(out);
    if (!wrong && !mark_process())
        wrong = "the kernel is too old (it has no MADV_WIPEONFORK)";
    errno = before;
    if (wrong && *wrong)
        SAY("nothing is recorded: ", wrong, ": ", out ? out : "(no trace)");
    return !wrong;
}

static uint64_t record(uint32_t kind, const struct part *parts, int count) {
    uint64_t bytes = 0;
    for (int at = 0; at < count; at++)
        bytes += parts[at].bytes;
    uint64_t begin = header->records, whole = (sizeof(struct fz_record) + bytes + 7) & ~(uint64_t)7;
    if (whole > limits.records - begin || bytes > UINT32_MAX) {
        trace_flag(FZ_RECORDS_FULL);
        return NO_RECORD;
    }
    char *to = records + begin;
    *(struct fz_record *)to = (struct fz_record){.kind = kind, .bytes = (uint32_t)bytes};
    to += sizeof(struct fz_record);
    for (int at = 0; at < count; at++) {
        raw_move(to, parts[at].data, parts[at].bytes);
        to += parts[at].bytes;
    }
    __atomic_store_n(&header->records, begin + whole, __ATOMIC_RELEASE);
    return begin;
}

uint64_t trace_record(uint32_t kind, const struct part *parts, int count) {
    if (!lock_take(LOCK_TRACE))
        return NO_RECORD;
    uint64_t begin = record(kind, parts, count);
    lock_give(LOCK_TRACE);
    return begin;
}

unsigned char *trace_row(uint32_t site) {
    uint32_t number = (uint32_t)header->rows;
    const struct fz_row_record record = {.site = site, .row = number};
    const struct part part = {&record, sizeof record};
    if (number == FZ_ROWS || trace_record(FZ_RECORD_ROW, &part, 1) == NO_RECORD) {
        trace_flag(FZ_ROWS_FULL);
        return NULL;
    }
    __atomic_store_n(&header->rows, number + 1, __ATOMIC_RELEASE);
    return rows + number * header->row_bytes;
}

void trace_event(const struct fz_event *event) {
    bool is_kept = lock_take(LOCK_TRACE);
    uint64_t number = header->events;
    if (is_kept && number < limits.events) {
        raw_move(&events[number], event, sizeof *event);
        __atomic_store_n(&header->events, number + 1, __ATOMIC_RELEASE);
    } else {
        trace_flag(FZ_EVENTS_FULL);
        __atomic_fetch_add(&header->left_out, 1, __ATOMIC_RELAXED);
    }
    if (is_kept)
        lock_give(LOCK_TRACE);
}

__attribute__((destructor)) static void ended(void) {
    if (is_recording())
        trace_flag(FZ_EXITED);
}
