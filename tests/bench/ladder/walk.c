/* A custom mutator for afl-fuzz: each new entry of the queue is tried once with every byte set to every other value,
   later with a few bytes set at random. What a rung costs is then what the build's feedback costs, with little luck:
   whoever shows each right byte as something new pays at most 255 executions for each byte of each entry. */

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { OTHER_VALUES = 255, RANDOM_TRIES = 1024, RANDOM_BYTES = 4, LONGEST = 4096 };

struct walk {
  uint64_t random;
  unsigned char out[LONGEST];
  /* By the entries' numbers: whether they were walked. */
  unsigned char *walked;
  size_t entries;
  /* The one at hand. */
  size_t entry;
  /* Where its walk starts, and how far it is; the end if it is over. */
  size_t start, at, end;
};

/* The seed follows from afl-fuzz's own. */
void *afl_custom_init(void *afl, unsigned seed) {
  (void)afl;
  struct walk *walk = calloc(1, sizeof *walk);
  if (walk) walk->random = seed;
  return walk;
}

/* SplitMix64. */
static uint64_t next(struct walk *walk) {
  uint64_t z = walk->random += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

/* The entry that the next calls are about, by its file. */
unsigned char afl_custom_queue_get(struct walk *walk, const char *file) {
  const char *name = strrchr(file, '/');
  const char *id = strstr(name ? name : file, "id:");
  walk->entry = id ? strtoul(id + 3, NULL, 10) : 0;
  return 1;
}

unsigned afl_custom_fuzz_count(struct walk *walk, const unsigned char *data, size_t size) {
  (void)data;
  walk->at = walk->end = 0;
  if (walk->entry >= walk->entries) {
    size_t entries = walk->entry + 1024;
    unsigned char *walked = realloc(walk->walked, entries);
    if (!walked) return 0;
    memset(walked + walk->entries, 0, entries - walk->entries);
    walk->walked = walked;
    walk->entries = entries;
  }
  if (walk->walked[walk->entry] || size > LONGEST) return RANDOM_TRIES;
  walk->walked[walk->entry] = 1;
  walk->end = size * OTHER_VALUES;
  walk->start = next(walk) % walk->end;
  return (unsigned)walk->end;
}

size_t afl_custom_fuzz(struct walk *walk, unsigned char *data, size_t size, unsigned char **out, unsigned char *other,
                       size_t other_size, size_t longest) {
  (void)other, (void)other_size, (void)longest;
  if (size > LONGEST) size = LONGEST;
  memcpy(walk->out, data, size);
  if (walk->at < walk->end) {
    size_t step = (walk->start + walk->at++) % walk->end;
    walk->out[step / OTHER_VALUES] ^= (unsigned char)(1 + step % OTHER_VALUES);
  } else {
    for (uint64_t bytes = 1 + next(walk) % RANDOM_BYTES; bytes; bytes--) {
      uint64_t random = next(walk);
      walk->out[(random >> 8) % size] = (unsigned char)random;
    }
  }
  *out = walk->out;
  return size;
}

/* There is nothing to splice: afl-fuzz need not read a second entry for each call. */
void afl_custom_splice_optout(struct walk *walk) { (void)walk; }

void afl_custom_deinit(struct walk *walk) {
  free(walk->walked);
  free(walk);
}
