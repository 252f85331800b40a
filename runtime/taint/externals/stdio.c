/* Opening, closing and reading streams. */
#include "streams.h"

#include <errno.h>
#include <string.h>
#include <sys/types.h>

static int number_of(FILE *stream) {
    int before = errno;
    int descriptor = stream ? ORIGINAL(fileno, int (*)(FILE *))(stream) : -1;
    errno = before;
    return descriptor;
}

static FILE *fresh(FILE *stream) {
    input_forget(number_of(stream));
    stream_of_memory(stream, NULL);
    stream_moved(stream);
    return stream;
}

#define FOPEN(name)                                                                                                    \
    INTERPOSE(FILE *, name, const char *path, const char *mode) {                                                      \
        bool is_labelled = ENTERED(name);                                                                              \
        FILE *stream = fresh(ORIGINAL(name, FILE *(*)(const char *, const char *))(path, mode));                       \
        RETURN(is_labelled, name, 0);                                                                                  \
        return stream;                                                                                                 \
    }
FOPEN(fopen)
FOPEN(fopen64)

INTERPOSE(FILE *, fdopen, int descriptor, const char *mode) {
    bool is_labelled = ENTERED(fdopen);
    FILE *stream = fresh(ORIGINAL(fdopen, FILE *(*)(int, const char *))(descriptor, mode));
    RETURN(is_labelled, fdopen, 0);
    return stream;
}

/* What is read out of memory has the memory's labels, if the stream writes nothing there. */
INTERPOSE(FILE *, fmemopen, void *memory, size_t bytes, const char *mode) {
    bool is_labelled = ENTERED(fmemopen);
    FILE *stream = fresh(ORIGINAL(fmemopen, FILE *(*)(void *, size_t, const char *))(memory, bytes, mode));
    if (stream && memory && mode[0] == 'r')
        stream_of_memory(stream, memory);
    RETURN(is_labelled, fmemopen, 0);
    return stream;
}

#define FREOPEN(name)                                                                                                  \
    INTERPOSE(FILE *, name, const char *path, const char *mode, FILE *stream) {                                        \
        bool is_labelled = ENTERED(name);                                                                              \
        fresh(stream);                                                                                                 \
        stream = fresh(ORIGINAL(name, FILE *(*)(const char *, const char *, FILE *))(path, mode, stream));             \
        RETURN(is_labelled, name, 0);                                                                                  \
        return stream;                                                                                                 \
    }
FREOPEN(freopen)
FREOPEN(freopen64)

#define FCLOSE(name)                                                                                                   \
    INTERPOSE(int, name, FILE *stream) {                                                                               \
        bool is_labelled = ENTERED(name);                                                                              \
        fresh(stream);                                                                                                 \
        int failed = ORIGINAL(name, int (*)(FILE *))(stream);                                                          \
        RETURN(is_labelled, name, 0);                                                                                  \
        return failed;                                                                                                 \
    }
FCLOSE(fclose)
FCLOSE(pclose)

#define FSEEK(name, type)                                                                                              \
    INTERPOSE(int, name, FILE *stream, type offset, int whence) {                                                      \
        bool is_labelled = ENTERED(name);                                                                              \
        stream_moved(stream);                                                                                          \
        int failed = ORIGINAL(name, int (*)(FILE *, type, int))(stream, offset, whence);                               \
        if (!failed && whence == SEEK_END)                                                                             \
            stream_ended(stream);                                                                                      \
        RETURN(is_labelled, name, 0);                                                                                  \
        return failed;                                                                                                 \
    }
FSEEK(fseek, long)
FSEEK(fseeko, off_t)
FSEEK(fseeko64, off_t)

/* The position at the end depends on the input's length. */
#define FTELL(name, type)                                                                                              \
    INTERPOSE(type, name, FILE *stream) {                                                                              \
        bool is_labelled = ENTERED(name);                                                                              \
        type position = ORIGINAL(name, type (*)(FILE *))(stream);                                                      \
        bool is_length = position >= 0 && stream_is_at_end(stream);                                                    \
        RETURN(is_labelled, name, is_length ? label_length(0, 1) : 0);                                                 \
        return position;                                                                                               \
    }
FTELL(ftell, long)
FTELL(ftello, off_t)
FTELL(ftello64, off_t)

#define FSETPOS(name)                                                                                                  \
    INTERPOSE(int, name, FILE *stream, const void *position) {                                                         \
        bool is_labelled = ENTERED(name);                                                                              \
        stream_moved(stream);                                                                                          \
        int failed = ORIGINAL(name, int (*)(FILE *, const void *))(stream, position);                                  \
        RETURN(is_labelled, name, 0);                                                                                  \
        return failed;                                                                                                 \
    }
FSETPOS(fsetpos)
FSETPOS(fsetpos64)

INTERPOSE(void, rewind, FILE *stream) {
    (void)ENTERED(rewind);
    stream_moved(stream);
    ORIGINAL(rewind, void (*)(FILE *))(stream);
}

/* Labels whole blocks, and the part of one more. */
static size_t has_read(const struct reading *reading, void *to, size_t size, size_t wanted, size_t count) {
    uint64_t bytes = size * count;
    if (reading->is_input && count < wanted && !input_is_pipe) {
        uint64_t took = reading_took(reading);
        bytes = took > bytes && took < size * wanted ? took : bytes;
    }
    reading_labels(reading, 0, to, bytes);
    reading_ends(reading, bytes);
    return count;
}

/* The number of blocks depends on the input's length, in units of a block. */
static label_t with_length(const struct reading *reading, size_t size, label_t label) {
    return reading->is_input && !reading->memory ? __fz_taint_union(label, label_length(reading->offset, size)) : label;
}

/* How much is read depends on how much is asked for: the number of blocks and their size. */
static label_t wanted_label(bool is_labelled, uint32_t size) {
    return __fz_taint_union(argument(is_labelled, size, SIZE), argument(is_labelled, size + 1, SIZE));
}

#define FREAD(name)                                                                                                    \
    INTERPOSE(size_t, name, void *to, size_t size, size_t wanted, FILE *stream) {                                      \
        bool is_labelled = ENTERED(name);                                                                              \
        label_t label = wanted_label(is_labelled, 1);                                                                  \
        struct reading reading = reading_begins(stream);                                                               \
        size_t count = ORIGINAL(name, size_t (*)(void *, size_t, size_t, FILE *))(to, size, wanted, stream);           \
        has_read(&reading, to, size, wanted, count);                                                                   \
        RETURN(is_labelled, name, with_length(&reading, size, label));                                                                              \
        return count;                                                                                                  \
    }
FREAD(fread)
FREAD(fread_unlocked)

#define FREAD_CHECKED(name)                                                                                            \
    INTERPOSE(size_t, name, void *to, size_t room, size_t size, size_t wanted, FILE *stream) {                         \
        bool is_labelled = ENTERED(name);                                                                              \
        label_t label = wanted_label(is_labelled, 2);                                                                  \
        struct reading reading = reading_begins(stream);                                                               \
        size_t count =                                                                                                 \
            ORIGINAL(name, size_t (*)(void *, size_t, size_t, size_t, FILE *))(to, room, size, wanted, stream);        \
        has_read(&reading, to, size, wanted, count);                                                                   \
        RETURN(is_labelled, name, with_length(&reading, size, label));                                                                              \
        return count;                                                                                                  \
    }
FREAD_CHECKED(__fread_chk)
FREAD_CHECKED(__fread_unlocked_chk)

static label_t came(const struct reading *reading, int byte) {
    if (byte == EOF || !reading->is_input)
        return 0;
    label_t label = reading_label(reading, 0);
    reading_ends(reading, 1);
    return label;
}

#define FGETC(name)                                                                                                    \
    INTERPOSE(int, name, FILE *stream) {                                                                               \
        bool is_labelled = ENTERED(name);                                                                              \
        struct reading reading = reading_begins(stream);                                                               \
        int byte = ORIGINAL(name, int (*)(FILE *))(stream);                                                            \
        label_t label = came(&reading, byte);                                                                          \
        RETURN_BYTE(is_labelled, name, label);                                                                         \
        return byte;                                                                                                   \
    }
FGETC(fgetc)
FGETC(getc)
FGETC(_IO_getc)
FGETC(fgetc_unlocked)
FGETC(getc_unlocked)
/* What inlined `getc_unlocked` calls when the buffer is empty. */
FGETC(__uflow)

#define GETCHAR(name)                                                                                                  \
    INTERPOSE(int, name, void) {                                                                                       \
        bool is_labelled = ENTERED(name);                                                                              \
        struct reading reading = reading_begins(stdin);                                                                \
        int byte = ORIGINAL(name, int (*)(void))();                                                                    \
        label_t label = came(&reading, byte);                                                                          \
        RETURN_BYTE(is_labelled, name, label);                                                                         \
        return byte;                                                                                                   \
    }
GETCHAR(getchar)
GETCHAR(getchar_unlocked)

INTERPOSE(int, ungetc, int byte, FILE *stream) {
    bool is_labelled = ENTERED(ungetc);
    label_t label = argument(is_labelled, 0, 1);
    struct reading reading = reading_begins(stream);
    int pushed = ORIGINAL(ungetc, int (*)(int, FILE *))(byte, stream);
    if (pushed != EOF && reading.is_input) {
        if (!is_labelled && reading.offset)
            label = reading.offset < FZ_LAST_OFFSET ? (label_t)reading.offset : 0;
        stream_push(stream, label);
    }
    RETURN_BYTE(is_labelled, ungetc, label);
    return pushed;
}

/* The length of a line from a pipe that contains NULs is not reported, so it is read byte by byte. */
static char *line_of_pipe(char *to, int room, FILE *stream, uint64_t *bytes) {
    int byte = 0, at = 0;
    while (at + 1 < room && byte != '\n' && (byte = ORIGINAL(fgetc, int (*)(FILE *))(stream)) != EOF)
        to[at++] = (char)byte;
    *bytes = (uint64_t)at;
    if (room > 0 && (at || room == 1))
        to[at] = 0;
    return room > 0 && (at || room == 1) ? to : NULL;
}

static void has_line(const struct reading *reading, char *line, uint64_t bytes) {
    reading_labels(reading, 0, line, bytes);
    clear_labels(line + bytes, 1);
    reading_ends(reading, bytes);
}

#define FGETS(name)                                                                                                    \
    INTERPOSE(char *, name, char *to, int room, FILE *stream) {                                                        \
        bool is_labelled = ENTERED(name);                                                                              \
        label_t label = argument(is_labelled, 0, POINTER);                                                             \
        struct reading reading = reading_begins(stream);                                                               \
        uint64_t bytes = 0;                                                                                            \
        bool is_slow = reading.is_input && input_is_pipe;                                                              \
        char *line = is_slow ? line_of_pipe(to, room, stream, &bytes)                                                  \
                             : ORIGINAL(name, char *(*)(char *, int, FILE *))(to, room, stream);                       \
        if (line)                                                                                                      \
            has_line(&reading, line,                                                                                   \
                     is_slow ? bytes : reading.is_input ? reading_took(&reading) : strlen(line));                      \
        RETURN(is_labelled, name, line ? label : 0);                                                                   \
        return line;                                                                                                   \
    }
FGETS(fgets)
FGETS(fgets_unlocked)

#define FGETS_CHECKED(name)                                                                                            \
    INTERPOSE(char *, name, char *to, size_t space, int room, FILE *stream) {                                          \
        bool is_labelled = ENTERED(name);                                                                              \
        label_t label = argument(is_labelled, 0, POINTER);                                                             \
        struct reading reading = reading_begins(stream);                                                               \
        uint64_t bytes = 0;                                                                                            \
        bool is_slow = reading.is_input && input_is_pipe && (size_t)room <= space;                                     \
        char *line = is_slow ? line_of_pipe(to, room, stream, &bytes)                                                  \
                             : ORIGINAL(name, char *(*)(char *, size_t, int, FILE *))(to, space, room, stream);        \
        if (line)                                                                                                      \
            has_line(&reading, line,                                                                                   \
                     is_slow ? bytes : reading.is_input ? reading_took(&reading) : strlen(line));                      \
        RETURN(is_labelled, name, line ? label : 0);                                                                   \
        return line;                                                                                                   \
    }
FGETS_CHECKED(__fgets_chk)
FGETS_CHECKED(__fgets_unlocked_chk)

static ssize_t has_record(const struct reading *reading, char **line, size_t *room, ssize_t bytes) {
    clear_labels(line, sizeof *line);
    clear_labels(room, sizeof *room);
    if (bytes > 0)
        has_line(reading, *line, (uint64_t)bytes);
    return bytes;
}

#define GETDELIM(name)                                                                                                 \
    INTERPOSE(ssize_t, name, char **line, size_t *room, int end, FILE *stream) {                                       \
        bool is_labelled = ENTERED(name);                                                                              \
        struct reading reading = reading_begins(stream);                                                               \
        ssize_t bytes = ORIGINAL(name, ssize_t (*)(char **, size_t *, int, FILE *))(line, room, end, stream);          \
        has_record(&reading, line, room, bytes);                                                                       \
        RETURN(is_labelled, name, with_length(&reading, 1, 0));                                                                                  \
        return bytes;                                                                                                  \
    }
GETDELIM(getdelim)
GETDELIM(__getdelim)

INTERPOSE(ssize_t, getline, char **line, size_t *room, FILE *stream) {
    bool is_labelled = ENTERED(getline);
    struct reading reading = reading_begins(stream);
    ssize_t bytes = ORIGINAL(getline, ssize_t (*)(char **, size_t *, FILE *))(line, room, stream);
    has_record(&reading, line, room, bytes);
    RETURN(is_labelled, getline, with_length(&reading, 1, 0));
    return bytes;
}
