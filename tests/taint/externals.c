/* Functions of libc: what they return, and the labels of that and of what they write. The input is `TEXT`. */
#include "play.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/uio.h>
#include <time.h>
#include <wchar.h>

void *__memcpy_chk(void *, const void *, size_t, size_t);

#define TEXT "0123456789 -42 3.5 0x1F hello,world;end"
static const char *path;
/* `TEXT`, each byte with its offset. */
static char in[64];

static void load(void) {
    int file = CALL(open, path, O_RDONLY);
    ssize_t got = CALL(read, file, in, sizeof in - 1);
    RESULT(read, 8, "");
    expect_true("read", got == (ssize_t)sizeof TEXT - 1 && strcmp(in, TEXT) == 0);
    close(file);
}

static void memory(void) {
    char to[64] = "................";
    pass(0, 8);
    pass(2, 9);
    expect_true("memcpy", CALL_PASSING(memcpy, to, in, 4) == to && strncmp(to, "0123.", 5) == 0);
    RESULT(memcpy, 1, "7");
    expect_bytes("memcpy", to, "0 1 2 3 .");
    CALL(memmove, to + 1, to, 4);
    expect_bytes("memmove", to, "0 0 1 2 3");
    expect_true("mempcpy", CALL(mempcpy, to, in + 5, 2) == to + 2);
    expect_bytes("mempcpy", to, "5 6 1 2 3");
    __fz_taint_clear_arguments(3);
    pass(1, 12);
    CALL_PASSING(memset, to, 'x', 3);
    expect_bytes("memset", to, "11 11 11 2 3");
    bzero(to, 2);
    expect_bytes("bzero", to, ". . 11 2 3");
    /* Called by code without labels, it still moves those of memory. */
    memcpy(to, in + 7, 2);
    expect_bytes("memcpy without labels", to, "7 8 11 2 3");
    CALL(__memcpy_chk, to, in, 2, sizeof to);
    expect_bytes("__memcpy_chk", to, "0 1 11 2 3");
    expect_true("memccpy", CALL(memccpy, to, in + 3, '4', 9) == to + 2);
    RESULT(memccpy, 1, "3-4");
    expect_bytes("memccpy", to, "3 4 11 2 3");
    char *large = CALL(malloc, 1 << 20);
    __fz_taint_fill(large, 1 << 20, 3);
    CALL(memset, large, 0, 1 << 20);
    expect("a large memset", __fz_taint_union_row(shadow(large), 1 << 20), "");
    free(large);
}

static void allocation(void) {
    char *block = CALL(malloc, 64);
    RESULT(malloc, 1, "");
    memcpy(block, in, 39);
    char *moved = CALL(realloc, block, 100000);
    expect_bytes("realloc", moved, "0 1 2");
    expect("realloc's rest", __fz_taint_union_row(shadow(moved + 39), 100000 - 39), "");
    free(moved);
    for (int turn = 0; turn < 3; turn++) {
        block = CALL(malloc, 64);
        expect("malloc", __fz_taint_union_row(shadow(block), 64), "");
        __fz_taint_fill(block, 64, 5);
        free(block);
    }
    block = CALL(malloc, 1 << 20);
    __fz_taint_fill(block, 1 << 20, 5);
    free(block);
    expect("a large block that went back", __fz_taint_union_row(shadow(block), 1 << 20), "");
    block = CALL(calloc, 4, 16);
    expect_true("calloc", block[0] == 0 && block[63] == 0);
    expect("calloc", __fz_taint_union_row(shadow(block), 64), "");
    void *aligned;
    expect_true("posix_memalign", posix_memalign(&aligned, 256, 64) == 0 && (uintptr_t)aligned % 256 == 0);
    errno = 0;
    expect_true("calloc of too much", !CALL(calloc, SIZE_MAX / 2, 4) && errno == ENOMEM);
}

static void strings(void) {
    char to[64], *end;
    expect_true("strlen", CALL(strlen, in) == sizeof TEXT - 1);
    RESULT(strlen, 8, "0-38");
    expect_true("strnlen", CALL(strnlen, in, 5) == 5);
    RESULT(strnlen, 8, "0-4");
    strcpy(to, "........");
    CALL(strcpy, to, in + 30);
    expect_bytes("strcpy", to, "30 31 32 33 34 35 36 37 38 .");
    __fz_taint_fill(to, 20, 40);
    CALL(strncpy, to, in + 36, 6);
    expect_bytes("strncpy", to, "36 37 38 . . . 39");
    strcpy(to, "ab");
    CALL(strcat, to, in + 36);
    expect_bytes("strcat", to, ". . 36 37 38 .");
    expect_true("strcat", strcmp(to, "abend") == 0);
    CALL(strncat, to, in, 2);
    expect_bytes("strncat", to, ". . 36 37 38 0 1 .");
    expect_true("stpcpy", CALL(stpcpy, to, in + 35) == to + 4);
    expect_bytes("stpcpy", to, "35 36 37 38 .");
    char *copy = CALL(strdup, in + 35);
    RESULT(strdup, 1, "");
    expect_bytes("strdup", copy, "35 36 37 38 .");
    copy = CALL(strndup, in, 3);
    expect_bytes("strndup", copy, "0 1 2 .");

    expect_true("strchr", CALL(strchr, in, '3') == in + 3);
    RESULT(strchr, 1, "0-3");
    expect_true("strchr", !CALL(strchr, in, '~'));
    RESULT(strchr, 1, "0-38");
    expect_true("memchr", CALL(memchr, in, '7', 5) == NULL);
    RESULT(memchr, 1, "0-4");
    expect_true("strrchr", CALL(strrchr, in, 'l') == in + 33);
    RESULT(strrchr, 1, "0-38");
    expect_true("memrchr", CALL(memrchr, in, '7', 10) == in + 7);
    RESULT(memrchr, 1, "7-9");
    expect_true("strstr", CALL(strstr, in, "23") == in + 2);
    RESULT(strstr, 1, "0-3");
    expect_true("memmem", CALL(memmem, in, 10, in + 4, 2) == in + 4);
    RESULT(memmem, 1, "0-5");
    expect_true("strpbrk", CALL(strpbrk, in, "54") == in + 4);
    RESULT(strpbrk, 1, "0-4");
    expect_true("strspn", CALL(strspn, in, "10") == 2);
    RESULT(strspn, 8, "0-2");
    expect_true("strcspn", CALL(strcspn, in, "3") == 3);
    RESULT(strcspn, 8, "0-3");

    strcpy(to, in + 24);
    end = to;
    expect_true("strsep", strcmp(CALL(strsep, &end, ",;"), "hello") == 0 && end == to + 6);
    expect_bytes("strsep", to, "24 25 26 27 28 . 30");
    strcpy(to, in + 24);
    expect_true("strtok", strcmp(CALL(strtok, to, ",;"), "hello") == 0);
    RESULT(strtok, 1, "24-29");
    expect_bytes("strtok", to, "24 25 26 27 28 . 30");
    expect_true("strtok", strcmp(CALL(strtok, NULL, ",;"), "world") == 0);
    RESULT(strtok, 1, "30-35");
    expect_true("strtok", strcmp(CALL(strtok, NULL, ",;"), "end") == 0 && !CALL(strtok, NULL, ",;"));
}

static int sign(int number) { return (number > 0) - (number < 0); }

static void compares(void) {
    expect_true("memcmp", sign(CALL(memcmp, in, "01x3", 4)) == -1);
    RESULT(memcmp, 4, "0-2");
    expect_true("memcmp", CALL(memcmp, in, in, 4) == 0);
    RESULT(memcmp, 4, "0-3");
    expect_true("strcmp", sign(CALL(strcmp, in, "01\xff")) == -1);
    RESULT(strcmp, 4, "0-2");
    expect_true("strncmp", CALL(strncmp, in, "0123456789", 3) == 0);
    RESULT(strncmp, 4, "0-2");
    expect_true("strncmp", CALL(strncmp, in, "x", 0) == 0);
    RESULT(strncmp, 4, "");
    expect_true("strcasecmp", sign(CALL(strcasecmp, in + 24, "HELLO")) == 1);
    RESULT(strcasecmp, 4, "24-29");
    expect_true("strncasecmp", sign(CALL(strncasecmp, in + 24, "HEx", 3)) == -1);
    RESULT(strncasecmp, 4, "24-26");
}

static void numbers(void) {
    char *end;
    __fz_taint_fill(&end, sizeof end, 9);
    expect_true("strtol", CALL(strtol, in + 10, &end, 10) == -42 && end == in + 14);
    RESULT(strtol, 8, "10-13");
    expect_bytes("strtol's end", &end, ". . . . . . . .");
    CALL(strtol, in + 24, &end, 10);
    RESULT(strtol, 8, "");
    expect_true("strtoul", CALL(strtoul, in + 19, NULL, 0) == 31);
    RESULT(strtoul, 8, "19-22");
    __fz_taint_clear_arguments(3);
    pass(2, 3);
    CALL_PASSING(strtoull, in, &end, 10);
    RESULT(strtoull, 8, "0-9");
    __fz_taint_clear_arguments(3);
    pass(2, 31);
    CALL_PASSING(strtoll, in, &end, 10);
    RESULT(strtoll, 8, "0-9,30");
    expect_true("strtod", CALL(strtod, in + 15, &end) == 3.5);
    RESULT(strtod, 1, "15-17");
    expect_true("atoi", CALL(atoi, in + 3) == 3456789);
    RESULT(atoi, 4, "3-9");
    expect_true("atof", CALL(atof, in + 14) == 3.5);
    RESULT(atof, 1, "14-17");
    errno = 0;
    expect_true("strtol of too much", CALL(strtol, "99999999999999999999", NULL, 10) == LONG_MAX && errno == ERANGE);
}

/* Labels of what is passed where `va_arg` reads it: the n-th integer (those that have names too), and of those on the
   stack the first eight bytes. */
static void pass_integer(int number, label_t label) {
    for (int byte = 0; byte < 8; byte++)
        __fz_taint_variadic[(number < 6 ? 8 * number : 176 + 8 * (number - 6)) + byte] = label;
}

static void pass_double(int number, label_t label) {
    for (int byte = 0; byte < 8; byte++)
        __fz_taint_variadic[48 + 16 * number + byte] = label;
}

static void clean_variadic(void) {
    memset(__fz_taint_variadic, 0, sizeof __fz_taint_variadic);
    __fz_taint_overflow = 64;
}

static void printing(void) {
    char to[128];
    clean_variadic();
    pass_integer(2, 6);
    pass_integer(4, 7);
    pass_double(0, 8);
    int length = CALL_VARIADIC(sprintf, to, "a%db%-4.2s|%4d%.1f", 12, in + 24, 5, 1.5);
    expect_true("sprintf", length == 16 && strcmp(to, "a12bhe  |   51.5") == 0);
    RESULT(sprintf, 4, "");
    expect_bytes("sprintf", to, ". 5 5 . 24 25 . . . 6 6 6 6 7 7 7 .");

    clean_variadic();
    pass_integer(3, 6);
    length = CALL_VARIADIC(snprintf, to, 4, "%s%x", in, 0x1234);
    expect_true("snprintf", length == (int)sizeof TEXT - 1 + 4 && strcmp(to, "012") == 0);
    expect_bytes("snprintf", to, "0 1 2 .");

    /* Beyond the registers; two widths; a `long double`. */
    clean_variadic();
    pass_integer(6, 9);
    pass_integer(8, 10);
    pass_integer(9, 10);
    __fz_taint_overflow = 48;
    CALL_VARIADIC(sprintf, to, "%*d%c%c%c%*d%.2Lf", 3, 1, 'a', 'b', 'c', 2, 5, 2.25L);
    expect_true("sprintf on the stack", strcmp(to, "  1abc 52.25") == 0);

    char *made = NULL;
    clean_variadic();
    pass_integer(2, 4);
    expect_true("asprintf", CALL_VARIADIC(asprintf, &made, "<%u>", 77) == 4 && strcmp(made, "<77>") == 0);
    expect_bytes("asprintf", made, ". 3 3 . .");

    /* Not by labelled code: numbers are clean, strings are what they are. */
    clean_variadic();
    pass_integer(2, 6);
    sprintf(to, "%d%s", 12, in + 36);
    expect_bytes("sprintf without labels", to, ". . 36 37 38 .");
}

static void scanning(void) {
    int a = 0, n = 0, c = 0;
    float f = 0;
    double d = 0;
    char word[16], letters[4] = "";
    __fz_taint_fill(&n, sizeof n, 9);
    int count = CALL(sscanf, in + 10, "%d %f %x %[a-z],%2c%n", &a, &f, &c, word, letters, &n);
    expect_true("sscanf", count == 5 && a == -42 && f == 3.5f && c == 31 && strcmp(word, "hello") == 0 &&
                              strcmp(letters, "wo") == 0 && n == 22);
    RESULT(sscanf, 4, "");
    expect("sscanf %d", __fz_taint_union_row(shadow(&a), 4), "10-13");
    expect("sscanf %f", __fz_taint_union_row(shadow(&f), 4), "15-17");
    expect("sscanf %x", __fz_taint_union_row(shadow(&c), 4), "19-22");
    expect_bytes("sscanf %[", word, "24 25 26 27 28 .");
    expect_bytes("sscanf %c", letters, "30 31");
    expect("sscanf %n", __fz_taint_union_row(shadow(&n), 4), "");
    expect_true("sscanf", CALL(sscanf, in + 10, "%*d%lf%d", &d, &a) == 2 && d == 3.5 && a == 0);
    expect("sscanf %lf", __fz_taint_union_row(shadow(&d), 8), "14-17");
    expect("sscanf of 0", __fz_taint_union_row(shadow(&a), 4), "18-19");
    char *made = NULL;
    expect_true("sscanf %ms", CALL(sscanf, in + 24, "%m[a-z]", &made) == 1 && strcmp(made, "hello") == 0);
    expect_bytes("sscanf %ms", made, "24 25 26 27 28 .");
    expect_true("sscanf of nothing", CALL(sscanf, "", "%d", &a) == EOF);
    expect_true("sscanf of another", CALL(sscanf, "x", "%d", &a) == 0);

    FILE *stream = CALL(fopen, path, "r");
    expect_true("fscanf", CALL(fscanf, stream, "%4d%3s", &a, word) == 2 && a == 123 && strcmp(word, "456") == 0);
    expect("fscanf %d", __fz_taint_union_row(shadow(&a), 4), "0-3");
    expect_bytes("fscanf %s", word, "4 5 6 .");
    fclose(stream);
}

static int by_letter(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }
static int by_context(const void *a, const void *b, void *factor) { return *(int *)factor * by_letter(a, b); }

static void sorting(void) {
    char all[12];
    int factor = -1;
    memcpy(all, in + 24, 11);
    CALL(qsort, all, 5, 1, by_letter);
    expect_true("qsort", memcmp(all, "ehllo", 5) == 0);
    expect_bytes("qsort", all, "25 24 26 27 28");
    CALL(qsort_r, all, 5, 1, by_context, &factor);
    expect_true("qsort_r", memcmp(all, "ollhe", 5) == 0);
    expect_bytes("qsort_r", all, "28 26 27 24 25");
    struct row {
        int key, number;
    } rows[100];
    for (int at = 0; at < 100; at++)
        rows[at] = (struct row){(at * 37 % 10) << 24, at};
    qsort(rows, 100, sizeof *rows, by_letter);
    bool is_stable = true;
    for (int at = 1; at < 100; at++)
        is_stable &= rows[at - 1].number < rows[at].number;
    expect_true("qsort is stable", is_stable);
    expect_true("bsearch", CALL(bsearch, "3", in, 10, 1, by_letter) == in + 3 && !CALL(bsearch, "x", in, 10, 1, by_letter));
}

static void streams(void) {
    char to[64], *line = NULL;
    size_t room = 0;
    __fz_taint_fill(to, sizeof to, 0);
    FILE *stream = CALL(fopen, path, "r");
    expect_true("fgetc", CALL(fgetc, stream) == '0');
    RESULT(fgetc, 4, "0");
    expect_true("getc", CALL(getc, stream) == '1');
    RESULT(getc, 1, "1");
    expect_true("fread", CALL(fread, to, 2, 2, stream) == 2);
    expect_bytes("fread", to, "2 3 4 5 .");
    expect_true("ungetc", CALL(ungetc, '5', stream) == '5');
    CALL(fgetc, stream);
    RESULT(fgetc, 4, "");
    __fz_taint_clear_arguments(2);
    pass(0, 31);
    expect_true("ungetc", CALL_PASSING(ungetc, 'x', stream) == 'x');
    expect_true("ungetc", CALL(fgetc, stream) == 'x');
    RESULT(fgetc, 4, "30");
    expect_true("fgets", CALL(fgets, to, 4, stream) == to && strcmp(to, "678") == 0);
    expect_bytes("fgets", to, "6 7 8 .");
    expect_true("getdelim", CALL(getdelim, &line, &room, ' ', stream) == 2 && strcmp(line, "9 ") == 0);
    expect_bytes("getdelim", line, "9 10 .");
    CALL(fseek, stream, -3, SEEK_END);
    expect_true("fread", CALL(fread, to, 1, 9, stream) == 3);
    expect_bytes("fread behind fseek", to, "36 37 38");
    expect_true("fgetc at the end", CALL(fgetc, stream) == EOF);
    RESULT(fgetc, 4, "");
    rewind(stream);
    expect_true("getline", CALL(getline, &line, &room, stream) == (ssize_t)sizeof TEXT - 1);
    expect_bytes("getline", line + 37, "37 38 .");
    rewind(stream);
    /* As programs have it compiled in: of the stream's buffer. */
    CALL(getc_unlocked, stream);
    RESULT(getc_unlocked, 4, "0");
    expect_bytes("a stream's buffer", stream->_IO_read_ptr, "1 2 3");
    fclose(stream);

    stream = fopen("/dev/zero", "r");
    memcpy(to, in, 8);
    CALL(fread, to, 1, 4, stream);
    expect_bytes("fread of something else", to, ". . . . 4");
    fclose(stream);
}

static void descriptors(void) {
    char to[64], more[8];
    int file = CALL(open, path, O_RDONLY), copy = CALL(dup, file);
    CALL(lseek, copy, 24, SEEK_SET);
    CALL(read, file, to, 3);
    expect_bytes("read behind lseek", to, "24 25 26");
    CALL(pread, file, to, 2, 7);
    expect_bytes("pread", to, "7 8 26");
    struct iovec places[] = {{to, 2}, {more, 4}};
    CALL(readv, copy, places, 2);
    expect_bytes("readv", to, "27 28 26");
    expect_bytes("readv", more, "29 30 31 32");
    char *mapped = CALL(mmap, NULL, 4096, PROT_READ, MAP_PRIVATE, file, 0);
    expect_bytes("mmap", mapped + 36, "36 37 38 .");
    struct stat status;
    __fz_taint_fill(&status, sizeof status, 3);
    CALL(fstat, file, &status);
    expect("fstat", __fz_taint_union_row(shadow(&status), sizeof status), "");
    munmap(mapped, 4096);
    expect("munmap", __fz_taint_union_row(shadow(mapped), 4096), "");
    close(file);
    /* The number means another file now. */
    int other = CALL(open, "/dev/zero", O_RDONLY);
    expect_true("the number", other == file);
    CALL(read, other, to, 4);
    expect_bytes("read of something else", to, ". . . .");
    CALL(dup2, copy, other);
    CALL(lseek, other, 0, SEEK_SET);
    CALL(read, other, to, 2);
    expect_bytes("read behind dup2", to, "0 1 . .");
    {
        char *below = CALL(mmap, NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
        expect_true("memory below 4 GB", below != MAP_FAILED);
        memcpy(below, in, 3);
        expect_bytes("memory below 4 GB", below, "0 1 2 .");
    }
}

static void texts(void) {
    time_t now = 0;
    memcpy(&now, in, 2);
    struct tm *calendar = CALL(localtime, &now);
    expect("localtime", __fz_taint_union_row(shadow(calendar), sizeof *calendar), "0-1");
    struct tm own = *calendar;
    __fz_taint_copy(&own, calendar, sizeof own);
    expect_true("mktime", CALL(mktime, &own) == now);
    RESULT(mktime, 8, "0-1");
    char date[32];
    expect_true("strftime", CALL(strftime, date, sizeof date, "%Y", calendar) == 4);
    expect_bytes("strftime", date, "0-1 0-1 0-1 0-1");

    wchar_t wide[8];
    expect_true("mbrtowc", CALL(mbrtowc, wide, in + 2, SIZE_MAX, NULL) == 1 && wide[0] == '2');
    RESULT(mbrtowc, 8, "2");
    expect_bytes("mbrtowc", wide, "2 2 2 2");
    CALL(wmemcpy, wide + 1, wide, 1);
    expect_bytes("wmemcpy", wide + 1, "2 2 2 2");
    char bytes[8], place[4096];
    __fz_taint_fill(place, sizeof place, 4);
    expect_true("getcwd", CALL(getcwd, place, sizeof place) == place);
    expect("getcwd", __fz_taint_union_row(shadow(place), strlen(place) + 1), "");
    CALL(strcpy, place, "1.2.3.x");
    memcpy(place + 6, in + 4, 1);
    expect_true("inet_pton", CALL(inet_pton, AF_INET, place, bytes) == 1 && bytes[3] == 4);
    expect_bytes("inet_pton", bytes, "4 4 4 4");
    __fz_taint_clear_arguments(3);
    pass(1, 9);
    expect_true("wcrtomb", CALL_PASSING(wcrtomb, bytes, 'x', NULL) == 1);
    expect_bytes("wcrtomb", bytes, "8");
}

static void others(void) {
    struct rlimit limit = {1 << 30, 1 << 30};
    expect_true("RLIMIT_AS", CALL(setrlimit, RLIMIT_AS, &limit) == 0 && malloc((size_t)1 << 31));
    __fz_taint_clear_arguments(4);
    pass(0, 3);
    pass(2, 12);
    label_t label = __fz_taint_foreign((void *)abs, "abs", 0x104);
    expect("foreign", label, "2,11");
    expect("foreign", __fz_taint_foreign((void *)abs, NULL, 0x004), "2");
    label_t out[2], a[] = {1, 2}, b[] = {2, 2};
    __fz_taint_union_lanes(out, a, b, 2);
    expect("union_lanes", out[0], "0-1");
    expect("union_lanes", out[1], "1");
}

int main(int count, char **arguments) {
    (void)count;
    path = arguments[1];
    look_at_trace(getenv("FZ_TAINT_OUT"));
    load();
    memory();
    allocation();
    strings();
    compares();
    numbers();
    printing();
    scanning();
    sorting();
    streams();
    descriptors();
    texts();
    others();
    return wrong != 0;
}
