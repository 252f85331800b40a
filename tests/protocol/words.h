/* What the dictionary pass leaves in an image: entries, given as numbers, and the constructor that tells of them. */
#ifndef WORDS_H
#define WORDS_H

extern const unsigned char __start___fz_words[] __attribute__((visibility("hidden")));
extern const unsigned char __stop___fz_words[] __attribute__((visibility("hidden")));
void __fz_words_init(const unsigned char *start, const unsigned char *stop)
    __attribute__((weak));

static const unsigned char entries[] __attribute__((used, retain, section("__fz_words"))) = {ENTRIES};

static void tell_of_words(void) {
  if (__fz_words_init) __fz_words_init(__start___fz_words, __stop___fz_words);
}

static void (*const constructor)(void)
    __attribute__((used, section(".init_array.00002"))) = tell_of_words;

#endif
