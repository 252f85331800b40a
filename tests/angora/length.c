/* Lengths that nothing but the input's own can be: each way to learn it, chosen by a word that is defined. */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void asked(size_t length) {
    if (length < 40) {
        _exit(1);
    }
    abort();
}

#ifdef HARNESS
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    (void)data;
    asked(size);
    return 0;
}
#else
int main(int argc, char **argv) {
    static char data[4096];
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : stdin;
#ifdef FREAD
    asked(fread(data, 1, sizeof data, file));
#endif
#ifdef BLOCKS
    asked(8 * fread(data, 8, sizeof data / 8, file));
#endif
#ifdef READ
    size_t size = 0;
    for (ssize_t got; (got = read(fileno(file), data + size, 7)) > 0;) {
        size += (size_t)got;
    }
    asked(size);
#endif
#ifdef STATUS
    struct stat status;
    fstat(fileno(file), &status);
    asked((size_t)status.st_size);
#endif
#ifdef NAMED
    struct stat status;
    stat(argv[1], &status);
    asked((size_t)status.st_size);
#endif
#ifdef SEEK
    asked((size_t)lseek(fileno(file), 0, SEEK_END));
#endif
#ifdef TELL
    fseek(file, 0, SEEK_END);
    asked((size_t)ftell(file));
#endif
#ifdef LINE
    char *line = NULL;
    size_t room = 0;
    asked((size_t)getline(&line, &room, file));
#endif
    (void)data;
    return 0;
}
#endif
