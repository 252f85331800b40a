/* Opening, closing and reading descriptors. */
#include "originals.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

/* Labels bytes that were read from the input, from `offset` on. */
static void came(void *to, ssize_t bytes, uint64_t offset) {
    label_input(to, (uint64_t)bytes, offset);
    if (bytes > 0) {
        came_first = came_first ? came_first : *shadow_of(to);
        came_last = shadow_of(to)[bytes - 1];
    }
}

/* The offset at which a read began; for a pipe, bytes are counted. */
static uint64_t begin_of(int descriptor, ssize_t bytes) {
    if (input_is_pipe)
        return __atomic_fetch_add(&input_taken, (uint64_t)bytes, __ATOMIC_RELAXED);
    uint64_t end = input_position(descriptor);
    return end > (uint64_t)bytes ? end - (uint64_t)bytes : 0;
}

/* How many bytes arrive depends on the input's length. */
static void has_length(label_t *label, uint64_t offset) {
    *label = __fz_taint_union(*label, label_length(offset, 1));
}

/* Labels the bytes that were read, and computes the result's label. */
static ssize_t has_read(int descriptor, void *to, ssize_t bytes, label_t *label) {
    if (bytes < 0)
        return bytes;
    if (!input_is(descriptor)) {
        clear_labels(to, (uint64_t)bytes);
        return bytes;
    }
    uint64_t offset = begin_of(descriptor, bytes);
    came(to, bytes, offset);
    has_length(label, offset);
    return bytes;
}

INTERPOSE(ssize_t, read, int descriptor, void *to, size_t bytes) {
    bool is_labelled = ENTERED(read);
    label_t label = argument(is_labelled, 2, SIZE);
    ssize_t got = ORIGINAL(read, ssize_t (*)(int, void *, size_t))(descriptor, to, bytes);
    has_read(descriptor, to, got, &label);
    RETURN(is_labelled, read, label);
    return got;
}

INTERPOSE(ssize_t, __read_chk, int descriptor, void *to, size_t bytes, size_t room) {
    bool is_labelled = ENTERED(__read_chk);
    label_t label = argument(is_labelled, 2, SIZE);
    ssize_t got = ORIGINAL(__read_chk, ssize_t (*)(int, void *, size_t, size_t))(descriptor, to, bytes, room);
    has_read(descriptor, to, got, &label);
    RETURN(is_labelled, __read_chk, label);
    return got;
}

static label_t has_read_at(int descriptor, void *to, ssize_t bytes, off_t offset) {
    label_t label = 0;
    if (bytes >= 0 && input_is(descriptor)) {
        came(to, bytes, (uint64_t)offset);
        has_length(&label, (uint64_t)offset);
    } else if (bytes > 0) {
        clear_labels(to, (uint64_t)bytes);
    }
    return label;
}

#define PREAD(name)                                                                                                    \
    INTERPOSE(ssize_t, name, int descriptor, void *to, size_t bytes, off_t offset) {                                   \
        bool is_labelled = ENTERED(name);                                                                              \
        ssize_t got = ORIGINAL(name, ssize_t (*)(int, void *, size_t, off_t))(descriptor, to, bytes, offset);          \
        label_t label = has_read_at(descriptor, to, got, offset);                                                      \
        RETURN(is_labelled, name, label);                                                                              \
        return got;                                                                                                    \
    }
PREAD(pread)
PREAD(pread64)

#define PREAD_CHECKED(name)                                                                                            \
    INTERPOSE(ssize_t, name, int descriptor, void *to, size_t bytes, off_t offset, size_t room) {                      \
        bool is_labelled = ENTERED(name);                                                                              \
        ssize_t got =                                                                                                  \
            ORIGINAL(name, ssize_t (*)(int, void *, size_t, off_t, size_t))(descriptor, to, bytes, offset, room);      \
        label_t label = has_read_at(descriptor, to, got, offset);                                                      \
        RETURN(is_labelled, name, label);                                                                              \
        return got;                                                                                                    \
    }
PREAD_CHECKED(__pread_chk)
PREAD_CHECKED(__pread64_chk)

/* Labels bytes that were read into several places; returns the label of their number. */
static label_t spread(int descriptor, const struct iovec *places, int count, ssize_t bytes, uint64_t offset) {
    bool is_input = input_is(descriptor);
    label_t label = 0;
    if (is_input && bytes >= 0)
        has_length(&label, offset);
    for (int at = 0; at < count && bytes > 0; at++) {
        ssize_t here = (size_t)bytes < places[at].iov_len ? bytes : (ssize_t)places[at].iov_len;
        if (is_input)
            came(places[at].iov_base, here, offset);
        else
            clear_labels(places[at].iov_base, (uint64_t)here);
        bytes -= here;
        offset += (uint64_t)here;
    }
    return label;
}

INTERPOSE(ssize_t, readv, int descriptor, const struct iovec *places, int count) {
    bool is_labelled = ENTERED(readv);
    ssize_t got = ORIGINAL(readv, ssize_t (*)(int, const struct iovec *, int))(descriptor, places, count);
    uint64_t offset = got >= 0 && input_is(descriptor) ? begin_of(descriptor, got) : 0;
    label_t label = spread(descriptor, places, count, got, offset);
    RETURN(is_labelled, readv, label);
    return got;
}

#define PREADV(name)                                                                                                   \
    INTERPOSE(ssize_t, name, int descriptor, const struct iovec *places, int count, off_t offset) {                    \
        bool is_labelled = ENTERED(name);                                                                              \
        ssize_t got =                                                                                                  \
            ORIGINAL(name, ssize_t (*)(int, const struct iovec *, int, off_t))(descriptor, places, count, offset);     \
        label_t label = spread(descriptor, places, count, got, (uint64_t)offset);                                      \
        RETURN(is_labelled, name, label);                                                                              \
        return got;                                                                                                    \
    }
PREADV(preadv)
PREADV(preadv64)

/* Peeking does not take the bytes. A truncated message filled all the room there was. */
static label_t has_received(int descriptor, void *to, size_t room, ssize_t got, int flags) {
    label_t label = 0;
    if (flags & MSG_PEEK && input_is(descriptor)) {
        came(to, got > 0 ? got : 0, input_position(descriptor));
        if (got >= 0)
            has_length(&label, input_position(descriptor));
    } else {
        has_read(descriptor, to, got < (ssize_t)room ? got : (ssize_t)room, &label);
    }
    return label;
}

INTERPOSE(ssize_t, recv, int descriptor, void *to, size_t bytes, int flags) {
    bool is_labelled = ENTERED(recv);
    ssize_t got = ORIGINAL(recv, ssize_t (*)(int, void *, size_t, int))(descriptor, to, bytes, flags);
    label_t label = has_received(descriptor, to, bytes, got, flags);
    RETURN(is_labelled, recv, label);
    return got;
}

INTERPOSE(ssize_t, recvfrom, int descriptor, void *to, size_t bytes, int flags, struct sockaddr *from, socklen_t *length) {
    bool is_labelled = ENTERED(recvfrom);
    socklen_t room = length ? *length : 0;
    ssize_t got = ORIGINAL(recvfrom, ssize_t (*)(int, void *, size_t, int, struct sockaddr *, socklen_t *))(
        descriptor, to, bytes, flags, from, length);
    if (got >= 0 && from && length) {
        clear_labels(from, room < *length ? room : *length);
        clear_labels(length, sizeof *length);
    }
    label_t label = has_received(descriptor, to, bytes, got, flags);
    RETURN(is_labelled, recvfrom, label);
    return got;
}

INTERPOSE(ssize_t, recvmsg, int descriptor, struct msghdr *message, int flags) {
    bool is_labelled = ENTERED(recvmsg);
    ssize_t got = ORIGINAL(recvmsg, ssize_t (*)(int, struct msghdr *, int))(descriptor, message, flags);
    label_t label = 0;
    if (got >= 0) {
        uint64_t offset = !input_is(descriptor) ? 0 : flags & MSG_PEEK ? input_position(descriptor) : begin_of(descriptor, got);
        label = spread(descriptor, message->msg_iov, (int)message->msg_iovlen, got, offset);
    }
    if (got >= 0 && message->msg_control)
        clear_labels(message->msg_control, message->msg_controllen);
    RETURN(is_labelled, recvmsg, label);
    return got;
}

/* A new descriptor may reuse the number of an old one. */
static int fresh(int descriptor) {
    input_forget(descriptor);
    return descriptor;
}

#define TAKES_MODE(flags) ((flags) & O_CREAT || ((flags) & O_TMPFILE) == O_TMPFILE)

#define OPEN(name)                                                                                                     \
    INTERPOSE(int, name, const char *path, int flags, ...) {                                                           \
        bool is_labelled = ENTERED(name);                                                                              \
        va_list more;                                                                                                  \
        va_start(more, flags);                                                                                         \
        mode_t mode = TAKES_MODE(flags) ? va_arg(more, mode_t) : 0;                                                    \
        va_end(more);                                                                                                  \
        int descriptor = fresh(ORIGINAL(name, int (*)(const char *, int, ...))(path, flags, mode));                    \
        RETURN(is_labelled, name, 0);                                                                                  \
        return descriptor;                                                                                             \
    }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                                                                                   \
    INTERPOSE(int, name, int folder, const char *path, int flags, ...) {                                               \
        bool is_labelled = ENTERED(name);                                                                              \
        va_list more;                                                                                                  \
        va_start(more, flags);                                                                                         \
        mode_t mode = TAKES_MODE(flags) ? va_arg(more, mode_t) : 0;                                                    \
        va_end(more);                                                                                                  \
        int descriptor = fresh(ORIGINAL(name, int (*)(int, const char *, int, ...))(folder, path, flags, mode));       \
        RETURN(is_labelled, name, 0);                                                                                  \
        return descriptor;                                                                                             \
    }
OPENAT(openat)
OPENAT(openat64)

/* What fortified code calls if it passes no mode. */
#define OPEN_2(name)                                                                                                   \
    INTERPOSE(int, name, const char *path, int flags) {                                                                \
        bool is_labelled = ENTERED(name);                                                                              \
        int descriptor = fresh(ORIGINAL(name, int (*)(const char *, int))(path, flags));                               \
        RETURN(is_labelled, name, 0);                                                                                  \
        return descriptor;                                                                                             \
    }
OPEN_2(__open_2)
OPEN_2(__open64_2)

#define CREAT(name)                                                                                                    \
    INTERPOSE(int, name, const char *path, mode_t mode) {                                                              \
        bool is_labelled = ENTERED(name);                                                                              \
        int descriptor = fresh(ORIGINAL(name, int (*)(const char *, mode_t))(path, mode));                             \
        RETURN(is_labelled, name, 0);                                                                                  \
        return descriptor;                                                                                             \
    }
CREAT(creat)
CREAT(creat64)

INTERPOSE(int, close, int descriptor) {
    bool is_labelled = ENTERED(close);
    input_forget(descriptor);
    int failed = ORIGINAL(close, int (*)(int))(descriptor);
    RETURN(is_labelled, close, 0);
    return failed;
}

INTERPOSE(int, dup, int descriptor) {
    bool is_labelled = ENTERED(dup);
    int copy = fresh(ORIGINAL(dup, int (*)(int))(descriptor));
    RETURN(is_labelled, dup, 0);
    return copy;
}

INTERPOSE(int, dup2, int descriptor, int wanted) {
    bool is_labelled = ENTERED(dup2);
    int copy = fresh(ORIGINAL(dup2, int (*)(int, int))(descriptor, wanted));
    RETURN(is_labelled, dup2, 0);
    return copy;
}

INTERPOSE(int, dup3, int descriptor, int wanted, int flags) {
    bool is_labelled = ENTERED(dup3);
    int copy = fresh(ORIGINAL(dup3, int (*)(int, int, int))(descriptor, wanted, flags));
    RETURN(is_labelled, dup3, 0);
    return copy;
}

/* The argument of a command is a word, or absent, and then not read. */
#define FCNTL(name)                                                                                                    \
    INTERPOSE(int, name, int descriptor, int command, ...) {                                                           \
        bool is_labelled = ENTERED(name);                                                                              \
        va_list more;                                                                                                  \
        va_start(more, command);                                                                                       \
        void *word = va_arg(more, void *);                                                                             \
        va_end(more);                                                                                                  \
        int answer = ORIGINAL(name, int (*)(int, int, ...))(descriptor, command, word);                                \
        if (command == F_DUPFD || command == F_DUPFD_CLOEXEC)                                                          \
            input_forget(answer);                                                                                      \
        if (command == F_GETLK && answer == 0)                                                                         \
            clear_labels(word, sizeof(struct flock));                                                                  \
        RETURN(is_labelled, name, 0);                                                                                  \
        return answer;                                                                                                 \
    }
FCNTL(fcntl)
FCNTL(fcntl64)

INTERPOSE(void, closefrom, int first) {
    (void)ENTERED(closefrom);
    input_forget_from(first);
    ORIGINAL(closefrom, void (*)(int))(first);
}

INTERPOSE(int, close_range, unsigned first, unsigned last, int flags) {
    bool is_labelled = ENTERED(close_range);
    input_forget_from((int)first);
    int failed = ORIGINAL(close_range, int (*)(unsigned, unsigned, int))(first, last, flags);
    RETURN(is_labelled, close_range, 0);
    return failed;
}

#define LSEEK(name)                                                                                                    \
    INTERPOSE(off_t, name, int descriptor, off_t offset, int whence) {                                                 \
        bool is_labelled = ENTERED(name);                                                                              \
        off_t position = ORIGINAL(name, off_t (*)(int, off_t, int))(descriptor, offset, whence);                       \
        bool is_length = whence == SEEK_END && position >= 0 && input_is(descriptor);                                  \
        RETURN(is_labelled, name, is_length ? label_length(0, 1) : 0);                                                 \
        return position;                                                                                               \
    }
LSEEK(lseek)
LSEEK(lseek64)
