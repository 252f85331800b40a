#include <assert.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#define APART __attribute__((noinline))
static unsigned char text[4096];
static size_t size;
static volatile int sink;
static int table[16];
static volatile int zero;

/* What some of them share. */
APART static void die(const char *why) { fprintf(stderr, "fatal: %s\n", why); abort(); }
APART static void put(char *to, size_t at, int what) { to[at] = what; sink++; }

APART static void heap_overflow(void) { volatile char *p = malloc(8); p[8 + text[1] % 4] = 1; sink = p[0]; free((void *)p); }
APART static void stack_overflow(void) { char room[16]; memset(room, 1, sizeof room); sink = room[16 + text[1] % 8]; memcpy(room, text, 8); sink += room[text[2] % 16]; }
APART static void global_overflow(void) { sink = table[16 + text[1] % 4]; }
APART static void use_after_free(void) { char *p = malloc(32); p[0] = 1; free(p); sink = p[text[1] % 32]; }
APART static void double_free(void) { char *volatile p = malloc(24); free(p); free(p); }
APART static void null_write(void) { int *volatile p = 0; p[text[1] % 8] = 7; }
APART static void divide(void) { sink = 100 / zero; }
APART static void signed_overflow(void) { int n = 0x7fffff00 + text[1]; sink = n + 0x100; }
APART static void shift(void) { int by = 32 + text[1] % 32; sink = 1 << by; }
APART static void refuse(void) { assert(text[1] > 255); }
APART static int deep(volatile char *p, int n) { volatile char room[200]; room[0] = *p; return n > 1 << 28 ? 0 : deep(room, n + 1) + room[0]; }
APART static void recurse(void) { sink = deep((char *)text, text[1]); }
APART static void misaligned(void) { int *volatile p = (int *)(text + 1 + text[1] % 3); sink = *p; }
APART static void bad_free(void) { char *volatile p = (char *)malloc(64); free(p + 16); }
APART static void wild(void) { char *volatile p = (char *)0x123456780000; *p = 1; }

/* Two bugs in one function, by the same calls. */
APART static void shared(void) {
    volatile char *p = malloc(16);
    if (text[1] & 1)
        p[16] = 1;
    else
        sink = p[-1 - text[2] % 4];
    free((void *)p);
}
APART static void outer(void) { shared(); sink++; }

/* One bug by three ways. */
APART static void emit(char *line, int n) { put(line, 20 + n % 4, 'x'); sink++; }
APART static void name(char *line) { emit(line, text[2]); sink++; }
APART static void value(char *line) { put(line, 20 + text[2] % 4, 'y'); sink++; }
APART static void comment(char *line) { name(line); sink++; }
APART static void ways(void) {
    char *line = malloc(20);
    switch (text[1] % 3) {
    case 0: name(line); break;
    case 1: value(line); break;
    case 2: comment(line); break;
    }
    free(line);
}

/* Two bugs that end in the same function for errors. */
APART static void bad_magic(void) { die("magic"); }
APART static void bad_length(void) { die("length"); }

/* In some runs only. */
APART static void by_chance(void) { struct timespec now; clock_gettime(CLOCK_MONOTONIC, &now); if (now.tv_nsec / 1000 % 3) abort(); }
/* Nothing can report it. */
APART static void killed(void) { kill(getpid(), SIGKILL); }
APART static void silent(void) { volatile char *p = malloc(8); close(2); p[9] = 1; sink = p[9]; free((void *)p); }

int main(int count, char **words) {
    FILE *input = count > 1 ? fopen(words[1], "r") : stdin;
    if (!input) return 9;
    size = fread(text, 1, sizeof text, input);
    switch (text[0]) {
    case 'a': heap_overflow(); break;
    case 'b': stack_overflow(); break;
    case 'c': global_overflow(); break;
    case 'd': use_after_free(); break;
    case 'e': double_free(); break;
    case 'f': null_write(); break;
    case 'g': divide(); break;
    case 'h': signed_overflow(); break;
    case 'i': shift(); break;
    case 'j': refuse(); break;
    case 'k': recurse(); break;
    case 'l': misaligned(); break;
    case 'm': bad_free(); break;
    case 'n': wild(); break;
    case 'o': case 'p': text[1] = text[0] == 'o' ? 1 : 0; outer(); break;
    case 'q': ways(); break;
    case 'r': bad_magic(); break;
    case 's': bad_length(); break;
    case 't': by_chance(); break;
    case 'u': killed(); break;
    case 'v': silent(); break;
    }
    return 0;
}
