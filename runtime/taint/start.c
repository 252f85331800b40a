/* Runs before anything of the program: reserves the shadow memory and opens the trace. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/uio.h>
#include <unistd.h>

#include "originals.h"
#include "stack.h"
#include "taint.h"

bool is_started;

void say(const char *const *parts) {
    struct iovec pieces[16];
    int count = 0;
    for (; parts[count] && count < 16; count++)
        pieces[count] = (struct iovec){(void *)(uintptr_t)parts[count], strlen(parts[count])};
    ssize_t written = writev(STDERR_FILENO, pieces, count);
    (void)written;
}

/* The largest stack limit for which the kernel keeps its usual memory layout. */
#define STACK ((rlim_t)256 << 20)

static bool fits(void) {
    void *middle = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    bool is_usual = has_shadow(middle, 1) && has_shadow((void *)(uintptr_t)fits, 1) && has_shadow(&middle, 1);
    if (middle != MAP_FAILED)
        munmap(middle, 4096);
    return is_usual;
}

/* Tells the restarted program that its stack was unlimited. */
#define UNLIMITED "unlimited"
#define LIMITED "limited"
static char unlimited[] = FZ_STACK_ENV "=" UNLIMITED, limited[] = FZ_STACK_ENV "=" LIMITED;

/* Restores the program's original stack limit. */
static void give_stack_back(void) {
    const char *before = environment_word(FZ_STACK_ENV);
    struct rlimit limit;
    if (!before)
        return;
    if (strcmp(before, UNLIMITED) == 0 && getrlimit(RLIMIT_STACK, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        ORIGINAL(setrlimit, int (*)(int, const struct rlimit *))(RLIMIT_STACK, &limit);
    }
    environment_drop(FZ_STACK_ENV);
}

/* With an unlimited stack, or after `setarch --addr-compat-layout`, the kernel maps libraries from the bottom up, so
   the program is restarted without. */
static void start_again(char **arguments) {
    struct rlimit limit;
    char program[4096];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (environment_word(FZ_STACK_ENV) || length <= 0 || getrlimit(RLIMIT_STACK, &limit) != 0)
        return;
    program[length] = 0;
    bool was_unlimited = limit.rlim_cur == RLIM_INFINITY;
    if (was_unlimited)
        limit.rlim_cur = STACK;
    int layout = personality(0xffffffff);
    if (layout != -1 && layout & ADDR_COMPAT_LAYOUT)
        personality((unsigned)layout & ~(unsigned)ADDR_COMPAT_LAYOUT);
    char **variables = environment_with(was_unlimited ? unlimited : limited);
    int (*set)(int, const struct rlimit *) = ORIGINAL(setrlimit, int (*)(int, const struct rlimit *));
    if (set(RLIMIT_STACK, &limit) == 0 && variables)
        execve(program, arguments, variables);
}

static bool is_overcommit_strict(void) {
    char mode = 0;
    int file = open("/proc/sys/vm/overcommit_memory", O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    ssize_t got = read(file, &mode, 1);
    close(file);
    return got == 1 && mode == '2';
}

static const char *reason(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        return "the address space is limited; run it without `ulimit -v`";
    if (is_overcommit_strict())
        return "the kernel allows no more memory than there is; set vm.overcommit_memory to 0 or 1";
    if (errno == EEXIST)
        return "something else is at its addresses";
    return errno == ENOMEM ? "there is no memory for it" : "mmap is forbidden; run it without that seccomp filter";
}

static void reserve(void) {
    static const uint64_t reserved[][2] = FZ_SHADOW_RESERVED;
    for (size_t at = 0; at < sizeof reserved / sizeof *reserved; at++) {
        void *wanted = (void *)reserved[at][0];
        size_t bytes = reserved[at][1] - reserved[at][0];
        int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
        void *got = mmap(wanted, bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
        if (got != wanted) {
            SAY("the shadow memory cannot be reserved: ", reason());
            _exit(FZ_REFUSED);
        }
        madvise(wanted, bytes, MADV_DONTDUMP);
        madvise(wanted, bytes, MADV_NOHUGEPAGE);
    }
}

static void forked(void) {
    if (is_recording())
        __atomic_fetch_add(&header->forks, 1, __ATOMIC_RELAXED);
}

static void start(int count, char **arguments, char **variables) {
    (void)count;
    int before = errno;
    environment_open(variables);
    if (!fits()) {
        start_again(arguments);
        SAY("the shadow memory does not fit the layout of addresses; run it with a limited stack (`ulimit -s 8192`)");
        _exit(FZ_REFUSED);
    }
    give_stack_back();
    stack_start();
    reserve();
    originals_start();
    is_started = true;
    const char *input = environment_word(FZ_INPUT_ENV);
    if (input)
        input_open(input);
    if (trace_open()) {
        pthread_atfork(NULL, forked, NULL);
    }
    errno = before;
}

__attribute__((section(".preinit_array"), used)) static void (*const preinit)(int, char **, char **) = start;
