/* The positions of streams that read the input. */
#ifndef FZ_STREAMS_H
#define FZ_STREAMS_H

#include <stdio.h>

#include "originals.h"

/* The most bytes that can be put back. */
#define PUSHED 8

/* A function that reads a stream calls these before and after it reads. */
struct reading {
    FILE *stream;
    uint64_t offset;
    /* Bytes that were put back: they come before the input's, the last one first. */
    uint32_t pushed;
    label_t labels[PUSHED];
    bool is_input;
    /* What the stream reads, if that is memory of the program's own. */
    const char *memory;
};

struct reading reading_begins(FILE *stream);
/* How many bytes were taken so far; for a pipe not known before the end. */
uint64_t reading_took(const struct reading *reading);
/* Ends a reading that took this many bytes. */
void reading_ends(const struct reading *reading, uint64_t bytes);
/* The label of the n-th byte taken. */
label_t reading_label(const struct reading *reading, uint64_t at);
/* Labels memory with the bytes taken, from the n-th on. */
void reading_labels(const struct reading *reading, uint64_t at, void *to, uint64_t bytes);
void stream_push(FILE *stream, label_t label);
/* The program moved the stream to its end; and whether it is still there. */
void stream_ended(FILE *stream);
bool stream_is_at_end(FILE *stream);
/* The stream reads this memory, by `fmemopen`; null: none any more. */
void stream_of_memory(FILE *stream, const char *memory);
/* The stream moved to another position, or is another stream. */
void stream_moved(FILE *stream);

#endif
