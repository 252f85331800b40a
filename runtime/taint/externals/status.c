/* Functions that overwrite labelled memory with something that has no labels. */
#include "originals.h"
#include "stack.h"

#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/utsname.h>
#include <time.h>

/* A structure that a call fills unless it fails. */
#define FILLS(name, structure, arguments, names, to)                                                                   \
    INTERPOSE(int, name, PASS arguments) {                                                                             \
        bool is_labelled = ENTERED(name);                                                                              \
        int failed = ORIGINAL(name, int (*) arguments) names;                                                          \
        if (!failed && to)                                                                                             \
            clear_labels(to, sizeof(structure));                                                                       \
        RETURN(is_labelled, name, 0);                                                                                  \
        return failed;                                                                                                 \
    }
#define PASS(...) __VA_ARGS__

/* The status of a file: the size of the input is its length. */
static void has_size(void *to, size_t bytes, dev_t device, ino_t number, void *size, size_t size_bytes) {
    clear_labels(to, bytes);
    if (input_has(device, number))
        __fz_taint_fill(size, size_bytes, label_length(0, 1));
}

#define STATUS(name, arguments, names)                                                                                 \
    INTERPOSE(int, name, PASS arguments) {                                                                             \
        bool is_labelled = ENTERED(name);                                                                              \
        int failed = ORIGINAL(name, int (*) arguments) names;                                                          \
        if (!failed)                                                                                                   \
            has_size(to, sizeof *to, to->st_dev, to->st_ino, &to->st_size, sizeof to->st_size);                        \
        RETURN(is_labelled, name, 0);                                                                                  \
        return failed;                                                                                                 \
    }
#define STATUS_X(name, arguments, names)                                                                               \
    INTERPOSE(int, name, PASS arguments) {                                                                             \
        bool is_labelled = ENTERED(name);                                                                              \
        int failed = ORIGINAL(name, int (*) arguments) names;                                                          \
        dev_t device = failed ? 0 : makedev(to->stx_dev_major, to->stx_dev_minor);                                     \
        if (!failed)                                                                                                   \
            has_size(to, sizeof *to, device, to->stx_ino, &to->stx_size, sizeof to->stx_size);                         \
        RETURN(is_labelled, name, 0);                                                                                  \
        return failed;                                                                                                 \
    }

STATUS(stat, (const char *path, struct stat *to), (path, to))
STATUS(lstat, (const char *path, struct stat *to), (path, to))
STATUS(fstat, (int descriptor, struct stat *to), (descriptor, to))
STATUS(fstatat, (int folder, const char *path, struct stat *to, int flags), (folder, path, to, flags))
STATUS(stat64, (const char *path, struct stat *to), (path, to))
STATUS(lstat64, (const char *path, struct stat *to), (path, to))
STATUS(fstat64, (int descriptor, struct stat *to), (descriptor, to))
STATUS(fstatat64, (int folder, const char *path, struct stat *to, int flags), (folder, path, to, flags))
/* What programs compiled before glibc 2.33 call. */
STATUS(__xstat, (int version, const char *path, struct stat *to), (version, path, to))
STATUS(__lxstat, (int version, const char *path, struct stat *to), (version, path, to))
STATUS(__fxstat, (int version, int descriptor, struct stat *to), (version, descriptor, to))
STATUS(__xstat64, (int version, const char *path, struct stat *to), (version, path, to))
STATUS(__lxstat64, (int version, const char *path, struct stat *to), (version, path, to))
STATUS(__fxstat64, (int version, int descriptor, struct stat *to), (version, descriptor, to))
STATUS_X(statx, (int folder, const char *path, int flags, unsigned mask, struct statx *to),
      (folder, path, flags, mask, to))

FILLS(clock_gettime, struct timespec, (clockid_t clock, struct timespec *to), (clock, to), to)
FILLS(gettimeofday, struct timeval, (struct timeval *to, void *zone), (to, zone), to)
FILLS(getrlimit, struct rlimit, (int resource, struct rlimit *to), (resource, to), to)
FILLS(getrlimit64, struct rlimit, (int resource, struct rlimit *to), (resource, to), to)
FILLS(getrusage, struct rusage, (int who, struct rusage *to), (who, to), to)
FILLS(pipe, int[2], (int *to), (to), to)
FILLS(pipe2, int[2], (int *to, int flags), (to, flags), to)

FILLS(uname, struct utsname, (struct utsname *to), (to), to)

/* A function that writes at most this many bytes. */
#define WRITES(name, type, parameters, names)                                                                          \
    INTERPOSE(type, name, PASS parameters) {                                                                           \
        bool is_labelled = ENTERED(name);                                                                              \
        type bytes = ORIGINAL(name, type (*) parameters) names;                                                        \
        if (bytes > 0)                                                                                                 \
            clear_labels(to, (uint64_t)bytes);                                                                         \
        RETURN(is_labelled, name, 0);                                                                                  \
        return bytes;                                                                                                  \
    }
WRITES(readlink, ssize_t, (const char *path, char *to, size_t room), (path, to, room))
WRITES(readlinkat, ssize_t, (int folder, const char *path, char *to, size_t room), (folder, path, to, room))
WRITES(getrandom, ssize_t, (void *to, size_t room, unsigned flags), (to, room, flags))

INTERPOSE(char *, getcwd, char *to, size_t room) {
    bool is_labelled = ENTERED(getcwd);
    char *path = ORIGINAL(getcwd, char *(*)(char *, size_t))(to, room);
    if (path)
        clear_labels(path, strlen(path) + 1);
    RETURN(is_labelled, getcwd, 0);
    return path;
}

INTERPOSE(time_t, time, time_t *to) {
    bool is_labelled = ENTERED(time);
    time_t now = ORIGINAL(time, time_t (*)(time_t *))(to);
    if (to)
        clear_labels(to, sizeof *to);
    RETURN(is_labelled, time, 0);
    return now;
}

/* The shadow exceeds any limit on the address space, and has to stay: the program's own limit is not set. */
static bool is_left_out(int resource, const void *limit) {
    static const char text[] = "the program's limit of its address space (RLIMIT_AS) is not set";
    if (resource != RLIMIT_AS || !limit)
        return false;
    struct part part = {text, sizeof text - 1};
    if (has_trace())
        trace_record(FZ_RECORD_NOTE, &part, 1);
    return true;
}

#define SETRLIMIT(name)                                                                                                \
    INTERPOSE(int, name, int resource, const struct rlimit *limit) {                                                   \
        bool is_labelled = ENTERED(name);                                                                              \
        struct rlimit larger;                                                                                          \
        if (resource == RLIMIT_STACK && limit) {                                                                       \
            larger = *limit;                                                                                           \
            stack_limit_grow(&larger);                                                                                 \
            limit = &larger;                                                                                           \
        }                                                                                                              \
        int failed = is_left_out(resource, limit)                                                                      \
                         ? 0                                                                                           \
                         : ORIGINAL(name, int (*)(int, const struct rlimit *))(resource, limit);                       \
        RETURN(is_labelled, name, 0);                                                                                  \
        return failed;                                                                                                 \
    }
SETRLIMIT(setrlimit)
SETRLIMIT(setrlimit64)
