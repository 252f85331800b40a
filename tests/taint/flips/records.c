/* A reader of records, for `cargo xtask test flips`: what it compares comes out of libc's readers, tables, bit
   fields, sums, sorts and strings. Each line is a letter and what it says. */
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const uint16_t weights[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};

struct packed {
    unsigned low : 3, middle : 7, high : 22;
};

static int by_value(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return x < y ? -1 : x > y;
}

/* `n 12 -7 0x1f`: numbers in order. */
static void numbers(char *text) {
    int values[8], count = 0;
    for (char *end; count < 8; text = end) {
        long value = strtol(text, &end, 0);
        if (end == text)
            break;
        values[count++] = (int)value;
    }
    qsort(values, (size_t)count, sizeof *values, by_value);
    for (int i = 1; i < count; i++)
        if (values[i] - values[i - 1] > 100)
            puts("far apart");
}

/* `p name=3.5`: a name and a number. */
static void pair(const char *text) {
    char name[16];
    double value;
    if (sscanf(text, "%15[a-z]=%lf", name, &value) != 2)
        return;
    if (value > 2.5)
        printf("%s is large\n", name);
    char shown[64];
    snprintf(shown, sizeof shown, "%s:%.2f", name, value);
    if (strcmp(shown, "width:3.50") == 0)
        puts("the usual width");
}

static const char *const names[4] = {"one", "two", "three", "seventeen"};

/* `t 2`: something of a table. */
static void table(const char *text) {
    const char *name = names[text[0] & 3];
    if (strcmp(name, "two") == 0)
        puts("the second");
    if (strlen(name) > 4)
        puts("a long name");
}

/* `l 12`: so many of the first bytes, once more. */
static void again(const char *text, FILE *file) {
    char data[32];
    size_t wanted = (size_t)atoi(text) % sizeof data;
    rewind(file);
    if (fread(data, 1, wanted, file) > 10)
        puts("many");
}

/* `h 0a1b2c3d`: eight digits of a word. */
static void word(const char *text) {
    uint32_t value = 0;
    for (int i = 0; i < 8 && isxdigit((unsigned char)text[i]); i++) {
        int digit = tolower((unsigned char)text[i]);
        value = value << 4 | (uint32_t)(digit > '9' ? digit - 'a' + 10 : digit - '0');
    }
    struct packed packed;
    memcpy(&packed, &value, sizeof packed);
    if (packed.middle == 100)
        puts("middle");
    if (__builtin_bswap32(value) >> 24 == 0x3d)
        puts("ends so");
    if (packed.high % 7 == 3)
        puts("a multiple");
}

/* `s text`: sums and words. */
static void sentence(char *text) {
    unsigned sum = 0, check = 0xffff;
    for (const char *at = text; *at; at++) {
        sum += weights[*at & 15];
        check = (check << 3 ^ check >> 13 ^ (unsigned char)*at) & 0xffff;
    }
    if (sum > 200)
        puts("heavy");
    if (check < 0x1000)
        puts("rare");
    for (char *rest = text, *token; (token = strtok_r(rest, " ,", &rest));)
        if (strcasecmp(token, "end") == 0 || strchr(token, '!'))
            puts("a mark");
    if (strlen(text) > 3 && memcmp(text + 1, "ood", 3) == 0)
        puts("good");
}

int main(int count, char **words) {
    FILE *file = count > 1 ? fopen(words[1], "rb") : stdin;
    static char data[4096];
    if (!file)
        return 2;
    size_t length = fread(data, 1, sizeof data - 1, file), lines = 0;
    for (char *line = data, *end; line < data + length; line = end + 1) {
        lines++;
        for (end = line; *end && *end != '\n'; end++)
            ;
        *end = 0;
        char *rest = line[0] && line[1] == ' ' ? line + 2 : line;
        switch (line[0]) {
        case 'n': numbers(rest); break;
        case 'p': pair(rest); break;
        case 'h': word(rest); break;
        case 't': table(rest); break;
        case 'l': again(rest, file); break;
        case 's': sentence(rest); break;
        case '#': break;
        default: printf("line %zu: what is %c?\n", lines, line[0]);
        }
    }
    return lines > 5;
}
