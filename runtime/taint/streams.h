/* Where streams of the input stand. */
#ifndef FZ_STREAMS_H
#define FZ_STREAMS_H

#include <stdio.h>

#include "originals.h"

/* So many bytes may be put back. */
#define PUSHED 8

/* A function that reads a stream asks before and tells after. */
struct reading {
    FILE *stream;
    uint64_t offset;
    /* Of bytes that were put back: they come before the input's, the last one first. */
    uint32_t pushed;
    label_t labels[PUSHED];
    bool is_input;
};

struct reading reading_begins(FILE *stream);
/* How many bytes were taken since; not known before the end for a pipe. */
uint64_t reading_took(const struct reading *reading);
/* So many bytes were taken. */
void reading_ends(const struct reading *reading, uint64_t bytes);
/* The label of the byte that is the n-th to be taken. */
label_t reading_label(const struct reading *reading, uint64_t at);
/* Bytes from the n-th on are there now. */
void reading_labels(const struct reading *reading, uint64_t at, void *to, uint64_t bytes);
void stream_push(FILE *stream, label_t label);
/* The stream stands at its end, by its own wish; and whether it still does. */
void stream_ended(FILE *stream);
bool stream_is_at_end(FILE *stream);
/* The stream stands somewhere else, or is another one. */
void stream_moved(FILE *stream);

#endif
