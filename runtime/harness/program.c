/* A program with its own `main` under an engine in the same process (libFuzzer, LibAFL). The link renames `main`
   (`--wrap=main`); this file's takes its place.

   Without FZ_FUZZ in the environment it calls the program's `main` and does nothing else. With it, a child is forked
   before the engine starts: single-threaded, with the program's own signal handlers. For each input the child forks the
   program once: the input is in the file that replaces `@@` in an argument, or else in stdin. The program's counters
   and compares come back through shared memory. If the program dies, the engine's process dies the same way, because
   that is what an engine reports.

   Counters are not seen if the program ends by a raw system call, or if they belong to a library that is loaded at run
   time. */
#define _GNU_SOURCE
#include "engine.h"
#include "harness.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* The engine's arguments, quoted as for a shell. */
#define ARGUMENTS "FZ_FUZZ"
/* Set for copies of the process that an engine starts with arguments of its own: the program's arguments, quoted in
   turn. */
#define PROGRAM "FZ_FUZZ_PROGRAM"

extern int __real_main(int argc, char **argv, char **environment);
extern void __real__exit(int status) __attribute__((noreturn));
extern void __real__Exit(int status) __attribute__((noreturn));
/* Defined by the main that drives a harness: then the engine runs there, and this `main` does nothing. */
__attribute__((weak)) extern const char fz_drives_harness[];
__attribute__((weak)) void __sanitizer_set_death_callback(void (*callback)(void));
__attribute__((weak)) void __msan_unpoison(const volatile void *start, size_t size);
__attribute__((weak)) void __msan_unpoison_param(size_t count);

/* The counters of one image. */
struct range {
    uint8_t *start;
    size_t size;
};

#define IMAGES 1024
static struct range ranges[IMAGES];
static size_t images;
static size_t counters;

/* Shared between the processes: this, then the counters of all images. */
struct shared {
    /* A sanitizer has ended the program. */
    volatile bool has_died;
    /* Compares are wanted. */
    volatile bool is_traced;
    /* How deep the stack was. */
    uint64_t depth;
    /* The current run: the process that started an earlier one may be gone by the time its program ends. */
    atomic_uint_fast32_t run;
    /* The program's process, while it exists. */
    _Atomic pid_t program;
    struct fz_compares compares;
    uint8_t counters[];
};
static struct shared *shared;
static bool is_program;

static int input = -1;
static int commands[2], answers[2];

static void fail(const char *what) {
    fprintf(stderr, "fz: " ARGUMENTS ": %s: %s\n", what, strerror(errno));
    _exit(1);
}

static void *reserve(size_t size) {
    void *block = calloc(1, size);
    if (!block) {
        fail("no memory");
    }
    return block;
}

/* Finds an image's counters in its file, because section headers are not loaded. */
static int find_counters(struct dl_phdr_info *info, size_t size, void *data) {
    (void)size, (void)data;
    const char *name = info->dlpi_name && info->dlpi_name[0] ? info->dlpi_name : "/proc/self/exe";
    int file = open(name, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0 || (size_t)status.st_size < sizeof(Elf64_Ehdr)) {
        /* The vDSO has no file. */
        if (file >= 0) {
            close(file);
        }
        return 0;
    }
    size_t length = (size_t)status.st_size;
    const uint8_t *bytes = mmap(NULL, length, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (bytes == MAP_FAILED) {
        return 0;
    }
    const Elf64_Ehdr *header = (const Elf64_Ehdr *)bytes;
    const Elf64_Shdr *sections = (const Elf64_Shdr *)(bytes + header->e_shoff);
    if (header->e_shoff < length && header->e_shnum <= (length - header->e_shoff) / sizeof *sections &&
        header->e_shstrndx < header->e_shnum) {
        const Elf64_Shdr *names = &sections[header->e_shstrndx];
        for (size_t i = 0; i < header->e_shnum && images < IMAGES; i++) {
            size_t at = names->sh_offset + sections[i].sh_name;
            if (at + sizeof FZ_COUNTERS <= length && memcmp(bytes + at, FZ_COUNTERS, sizeof FZ_COUNTERS) == 0) {
                uint8_t *start = (uint8_t *)(info->dlpi_addr + sections[i].sh_addr);
                ranges[images++] = (struct range){start, sections[i].sh_size};
                counters += sections[i].sh_size;
            }
        }
    }
    munmap((void *)bytes, length);
    return 0;
}

/* The program ends: copies its counters to the shared memory. */
static void hand_over(void) {
    if (!is_program) {
        return;
    }
    uint8_t *to = shared->counters;
    for (size_t i = 0; i < images; i++) {
        memcpy(to, ranges[i].start, ranges[i].size);
        to += ranges[i].size;
    }
    shared->depth = fz_engine_depth();
}

/* Destructors with the lowest priority run last. */
__attribute__((destructor(101))) static void at_end(void) {
    hand_over();
}

__attribute__((visibility("default"), noreturn)) void __wrap__exit(int status) {
    hand_over();
    __real__exit(status);
}

__attribute__((visibility("default"), noreturn)) void __wrap__Exit(int status) {
    hand_over();
    __real__Exit(status);
}

static void take_over(void) {
    const uint8_t *from = shared->counters;
    for (size_t i = 0; i < images; i++) {
        for (size_t k = 0; k < ranges[i].size; k++) {
            unsigned sum = ranges[i].start[k] + from[k];
            ranges[i].start[k] = sum > 255 ? 255 : (uint8_t)sum;
        }
        from += ranges[i].size;
    }
    fz_engine_tell_depth(shared->depth);
}

static void note_death(void) {
    shared->has_died = true;
}

static bool read_whole(int fd, void *to, size_t size) {
    ssize_t got;
    do {
        got = read(fd, to, size);
    } while (got < 0 && errno == EINTR);
    return got == (ssize_t)size;
}

static bool write_whole(int fd, const void *from, size_t size) {
    ssize_t put;
    do {
        put = write(fd, from, size);
    } while (put < 0 && errno == EINTR);
    return put == (ssize_t)size;
}

/* How a run has ended. */
struct answer {
    uint_fast32_t run;
    int status;
};

/* Turns this process into the program, for one run. */
static void become_program(uint_fast32_t run, bool takes_stdin) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    /* Whoever gives the run up either sees this process, or this process sees that the run was given up. */
    atomic_store(&shared->program, getpid());
    if (atomic_load(&shared->run) != run) {
        __real__exit(0);
    }
    close(commands[0]);
    close(answers[1]);
    lseek(input, 0, SEEK_SET);
    int standard = takes_stdin ? input : open("/dev/null", O_RDONLY);
    dup2(standard, STDIN_FILENO);
    close(standard);
    shared->has_died = false;
    shared->compares.count = 0;
    memset(shared->counters, 0, counters);
    for (size_t i = 0; i < images; i++) {
        memset(ranges[i].start, 0, ranges[i].size);
    }
    if (__sanitizer_set_death_callback) {
        __sanitizer_set_death_callback(note_death);
    }
    is_program = true;
    shared->depth = 0;
    fz_engine_begin_depth();
    fz_engine_open_compares(shared->is_traced);
    fz_compares = shared->is_traced ? &shared->compares : NULL;
}

/* Returns once for each input, in a child that becomes the program. */
static void serve(bool takes_stdin) {
    static struct answer answer;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    close(commands[1]);
    close(answers[0]);
    while (read_whole(commands[0], &answer.run, sizeof answer.run)) {
        pid_t child = fork();
        if (child == 0) {
            become_program(answer.run, takes_stdin);
            return;
        }
        /* The pid is cleared before the kernel may reuse it. */
        siginfo_t ended;
        while (child > 0 && waitid(P_PID, (id_t)child, &ended, WEXITED | WNOWAIT) < 0 && errno == EINTR) {
        }
        atomic_store(&shared->program, 0);
        while (child > 0 && waitpid(child, &answer.status, 0) < 0 && errno == EINTR) {
        }
        if (child < 0 || !write_whole(answers[1], &answer, sizeof answer)) {
            break;
        }
    }
    __real__exit(1);
}

static int run_program(const uint8_t *data, size_t size) {
    static struct answer answer;
    uint_fast32_t run = atomic_fetch_add(&shared->run, 1) + 1;
    /* On a timeout LibAFL ends the process that waits for the program, but not the program, and continues in another
       process. */
    pid_t before = atomic_load(&shared->program);
    if (before > 0) {
        kill(before, SIGKILL);
    }
    if (ftruncate(input, 0) != 0 || pwrite(input, data, size, 0) != (ssize_t)size) {
        fail("the input cannot be written");
    }
    shared->is_traced = fz_engine_wants_compares();
    bool is_there = write_whole(commands[1], &run, sizeof run);
    do {
        is_there = is_there && read_whole(answers[0], &answer, sizeof answer);
    } while (is_there && answer.run != run);
    if (!is_there) {
        fail("the program's process has gone");
    }
    take_over();
    fz_replay(&shared->compares, data, size);
    if (WIFSIGNALED(answer.status)) {
        /* SIGKILL cannot be caught, so the engine could not report it. */
        int by = WTERMSIG(answer.status);
        raise(by == SIGKILL ? SIGABRT : by);
        abort();
    }
    if (shared->has_died) {
        abort();
    }
    return 0;
}

/* Splits words as a shell does, with quotes and backslashes. `first` comes before them. */
static char **split(const char *text, char *first, int *count) {
    char **words = reserve((strlen(text) + 3) * sizeof *words);
    char *to = reserve(strlen(text) + 2);
    *count = 0;
    if (first) {
        words[(*count)++] = first;
    }
    char quote = 0;
    bool is_inside = false;
    for (; *text; text++) {
        bool is_space = !quote && strchr(" \t\n", *text);
        if (is_space && is_inside) {
            *to++ = 0;
        }
        if (!is_space && !is_inside) {
            words[(*count)++] = to;
        }
        is_inside = !is_space;
        if (is_space) {
            continue;
        }
        if (*text == quote) {
            quote = 0;
        } else if (!quote && (*text == '\'' || *text == '"')) {
            quote = *text;
        } else {
            bool escapes = *text == '\\' && quote != '\'' && text[1];
            *to++ = escapes ? *++text : *text;
        }
    }
    return words;
}

static char *join(char **words) {
    size_t room = 1;
    for (char **word = words; *word; word++) {
        room += 4 * strlen(*word) + 3;
    }
    char *text = reserve(room), *to = text;
    for (char **word = words; *word; word++) {
        *to++ = '\'';
        for (const char *from = *word; *from; from++) {
            if (*from == '\'') {
                to = stpcpy(to, "'\\''");
            } else {
                *to++ = *from;
            }
        }
        to = stpcpy(to, "' ");
    }
    return text;
}

/* Replaces `@@` by the input's path. Returns whether there was one. */
static bool place_input(char **argv) {
    static char path[64];
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)getpid(), input);
    bool is_placed = false;
    for (; *argv; argv++) {
        for (char *at; (at = strstr(*argv, "@@")); is_placed = true) {
            size_t length = strlen(*argv) + strlen(path) + 1;
            char *whole = reserve(length);
            snprintf(whole, length, "%.*s%s%s", (int)(at - *argv), *argv, path, at + 2);
            if (__msan_unpoison) {
                __msan_unpoison(whole, length);
            }
            *argv = whole;
        }
    }
    return is_placed;
}

static int fuzz(int argc, char **argv, const char *arguments, const char *program) {
    /* Kept in static variables, so that LeakSanitizer sees them referenced. */
    static char **engine_argv, **program_argv;
    int engine_argc = argc, program_argc = argc;
    engine_argv = program_argv = argv;
    if (program) {
        program_argv = split(program, NULL, &program_argc);
        if (__msan_unpoison) {
            __msan_unpoison(program_argv, (size_t)(program_argc + 1) * sizeof *program_argv);
            for (int i = 0; i < program_argc; i++) {
                __msan_unpoison(program_argv[i], strlen(program_argv[i]) + 1);
            }
        }
    } else {
        engine_argv = split(arguments, argv[0], &engine_argc);
    }
    static char *own;
    own = join(program_argv);
    unsetenv(ARGUMENTS);
    unsetenv(PROGRAM);

    dl_iterate_phdr(find_counters, NULL);
    size_t size = sizeof *shared + counters;
    shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    input = memfd_create("fz-input", 0);
    if (shared == MAP_FAILED || input < 0 || pipe2(commands, O_CLOEXEC) != 0 || pipe2(answers, O_CLOEXEC) != 0) {
        fail("no memory or no pipe to share");
    }
    bool takes_stdin = !place_input(program_argv);
    fflush(NULL);
    pid_t server = fork();
    if (server == 0) {
        serve(takes_stdin);
        if (__msan_unpoison_param) {
            __msan_unpoison_param(3);
        }
        return __real_main(program_argc, program_argv, environ);
    }
    if (server < 0) {
        fail("no process for the program");
    }
    close(commands[0]);
    close(answers[1]);
    setenv(PROGRAM, own, 1);
    return fz_engine_run(engine_argc, engine_argv, run_program);
}

__attribute__((visibility("default"))) int __wrap_main(int argc, char **argv, char **environment) {
    const char *arguments = getenv(ARGUMENTS), *program = getenv(PROGRAM);
    if ((!arguments && !program) || fz_drives_harness) {
        return __real_main(argc, argv, environment);
    }
    return fuzz(argc, argv, arguments, program);
}
