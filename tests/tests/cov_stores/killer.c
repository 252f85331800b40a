#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
int fsync(int file) {
    char link[64], name[4096] = {0};
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, name, sizeof name - 1);
    if (length > 6 && !strcmp(name + length - 6, ".fzcov")) raise(SIGKILL);
    return 0;
}
int fdatasync(int file) { return fsync(file); }
