#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static void note(void) {
    int log = open("processes", O_WRONLY | O_APPEND | O_CREAT, 0600);
    char text[32];
    int size = snprintf(text, sizeof text, "%d\n", (int)getpid());
    write(log, text, size);
    close(log);
}
__attribute__((destructor)) static void at_end(void) { usleep(1); }
LEFT
int LLVMFuzzerTestOneInput(const unsigned char *data, unsigned long size) {
    note();
    char *copy = malloc(size + 1);
    memcpy(copy, data, size);
    copy[size] = 0;
    leave(copy);
    if (strchr(copy, 'c')) abort();
    if (strchr(copy, 'h')) for (;;) ;
    if (strchr(copy, 'e')) exit(7);
    int is_rejected = strchr(copy, 'n') != 0;
    free(copy);
    return is_rejected ? -1 : 0;
}
