/* What guard blocks call: an integer operation was out of range. Reports each guard once, with the types of the source,
   and continues, unless FZ_GUARD says otherwise. It may be called at any time, also in signal handlers and before
   `main`, so it takes no locks, allocates nothing, and writes a report with one system call. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "guards_text.h"

static void say(const char *text, size_t length) {
    ssize_t written = write(STDERR_FILENO, text, length);
    (void)written;
}

/* A setuid program must not let its caller choose where it writes. */
static const char *asked(const char *name) {
    const char *word = secure_getenv(name);
    return word && *word ? word : NULL;
}

/* The file is opened for each report: there are few, and a program may close descriptors that it did not open. */
static bool is_logged(const char *path, const struct line *line) {
    static const char failed[] = "fz: the file that " FZ_GUARD_LOG_ENV " names cannot be written: reports are text\n";
    int file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    bool is_written = file >= 0 && write(file, line->text, line->length) == (ssize_t)line->length;
    if (file >= 0)
        close(file);
    static bool was_said;
    if (!is_written && !__atomic_exchange_n(&was_said, true, __ATOMIC_RELAXED))
        say(failed, sizeof failed - 1);
    return is_written;
}

__attribute__((noinline)) static void report(const struct fz_guard *guard, uint64_t a, uint64_t b) {
    int before = errno;
    struct line line = {.length = 0};
    const char *log = asked(FZ_GUARD_LOG_ENV);
    if (log)
        put_json(&line, guard, a, b);
    /* A truncated object is not valid JSON. */
    if (!log || is_full(&line) || !is_logged(log, &line)) {
        line.length = 0;
        line.is_quoted = false;
        put_text(&line, guard, a, b);
        say(line.text, line.length);
    }
    errno = before;
}

/* Which of the words a variable has, from 1 on; the first one if it has another value. */
static int chosen(const char *word, const char *const *words, const char *complaint) {
    for (int at = 0; words[at]; at++)
        if (strcmp(word, words[at]) == 0)
            return at + 1;
    say(complaint, strlen(complaint));
    return 1;
}

enum mode { REPORT = 1, COUNT, TRAP, SIGNAL };

/* Symbols of in-process engines. */
__attribute__((weak)) extern char LLVMFuzzerRunDriver, HF_ITER;
FZ_WEAK(fz_libafl_main);

static enum mode mode(void) {
    static int known;
    int answer = __atomic_load_n(&known, __ATOMIC_RELAXED);
    if (answer)
        return (enum mode)answer;
    static const char *const words[] = {"report", "count", "trap", "signal", NULL};
    static const char unknown[] =
        "fz: " FZ_GUARD_MODE_ENV " is one of report, count, trap, signal; `report` is meant now\n";
    const char *word = asked(FZ_GUARD_MODE_ENV);
    if (word) {
        answer = chosen(word, words, unknown);
    } else {
        bool is_fuzzed = getenv(FZ_SHM_ID) || &LLVMFuzzerRunDriver || fz_libafl_main || &HF_ITER;
        answer = is_fuzzed ? COUNT : REPORT;
    }
    __atomic_store_n(&known, answer, __ATOMIC_RELAXED);
    return (enum mode)answer;
}

enum map { ON = 1, OFF };

/* Whether hits are counted in a fuzzer's map. */
static enum map map(void) {
    static int known;
    int answer = __atomic_load_n(&known, __ATOMIC_RELAXED);
    if (answer)
        return (enum map)answer;
    static const char *const words[] = {"on", "off", NULL};
    static const char unknown[] = "fz: " FZ_GUARD_MAP_ENV " is one of on, off; `on` is meant now\n";
    const char *word = asked(FZ_GUARD_MAP_ENV);
    answer = word ? chosen(word, words, unknown) : ON;
    __atomic_store_n(&known, answer, __ATOMIC_RELAXED);
    return (enum map)answer;
}

/* Hits are counted where they happen, and nothing else is asked for. */
static bool is_quiet;

__attribute__((noinline)) static void hit(struct fz_guard *guard, uint64_t a, uint64_t b, unsigned char *counter) {
    /* The guard block has counted this hit already. */
    if (counter && map() == OFF)
        *(volatile unsigned char *)counter = 0;
    enum mode now = mode();
    if (now == COUNT) {
        __atomic_store_n(&is_quiet, map() == ON, __ATOMIC_RELAXED);
        return;
    }
    bool was_reported = __atomic_load_n(&guard->reported, __ATOMIC_RELAXED);
    if (!was_reported && !__atomic_exchange_n(&guard->reported, 1, __ATOMIC_RELAXED))
        report(guard, a, b);
    if (now == TRAP)
        __builtin_trap();
    if (now == SIGNAL)
        raise(SIGUSR2);
}

/* Some operations, such as those of hashes, go out of range all the time: under a fuzzer that must cost as little as
   possible. */
FZ_ABI void __fz_guard_hit(struct fz_guard *guard, uint64_t a, uint64_t b,
                                                           unsigned char *counter) {
    if (!__atomic_load_n(&is_quiet, __ATOMIC_RELAXED))
        hit(guard, a, b, counter);
}
