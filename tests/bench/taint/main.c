/* Reads a file and hands it to `consume` so many times: FILE ROUNDS. Labels of the DataFlowSanitizer are set here; those
   of fz follow what is read. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "consume.h"

#ifdef WITH_DFSAN
#include <sanitizer/dfsan_interface.h>
static volatile unsigned long conditions;
static void condition(dfsan_label label, dfsan_origin origin) {
    (void)label, (void)origin;
    conditions++;
}
#endif

/* What the process had at most, in kilobytes. */
static long memory(void) {
    char text[4096];
    int file = open("/proc/self/status", O_RDONLY);
    ssize_t got = read(file, text, sizeof text - 1);
    close(file);
    text[got > 0 ? got : 0] = 0;
    const char *line = strstr(text, "VmHWM:");
    return line ? atol(line + 6) : 0;
}

int main(int count, char **arguments) {
    struct stat status;
    int file = count == 3 ? open(arguments[1], O_RDONLY) : -1;
    if (file < 0 || fstat(file, &status))
        return 2;
    size_t size = (size_t)status.st_size, got = 0;
    char *data = malloc(size + 1);
    for (ssize_t more; got < size && (more = read(file, data + got, size - got)) > 0; got += (size_t)more)
        ;
    if (got < size)
        return 2;
    data[size] = 0;
#ifdef WITH_DFSAN
    dfsan_set_label(1, data, size);
    dfsan_set_conditional_callback(condition);
#endif
    int held = 0;
    for (long round = atol(arguments[2]); round > 0; round--)
        held += consume(data, size);
    printf("%d %ld\n", held, memory());
    return 0;
}
