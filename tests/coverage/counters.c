// Linked into programs with edge counters, in an engine's place: writes the counters to the file that COUNTERS_OUT names
// when the program ends, also by a signal. For each image: its counters' address and how many there are, as two lines of
// text, then the counters themselves.

#define _GNU_SOURCE
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST = 64 };

static struct {
    char *start, *stop;
} images[MOST];
static int count;

void __sanitizer_cov_8bit_counters_init(char *start, char *stop) {
    if (count < MOST && start < stop) {
        images[count].start = start;
        images[count++].stop = stop;
    }
}

// Where the image is loaded that has an address in it.
static int find(struct dl_phdr_info *info, size_t size, void *wanted) {
    (void)size;
    uintptr_t *address = wanted;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *head = &info->dlpi_phdr[i];
        uintptr_t start = info->dlpi_addr + head->p_vaddr;
        if (head->p_type == PT_LOAD && *address >= start && *address < start + head->p_memsz) {
            *address -= info->dlpi_addr;
            return 1;
        }
    }
    return 0;
}

static void dump(void) {
    const char *path = getenv("COUNTERS_OUT");
    int out = path ? open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666) : -1;
    if (out < 0) return;
    for (int i = 0; i < count; i++) {
        uintptr_t address = (uintptr_t)images[i].start;
        size_t size = images[i].stop - images[i].start;
        dl_iterate_phdr(find, &address);
        dprintf(out, "%lu\n%zu\n", (unsigned long)address, size);
        if (write(out, images[i].start, size) != (ssize_t)size) break;
    }
    close(out);
}

static void die(int number) {
    dump();
    signal(number, SIG_DFL);
    raise(number);
}

__attribute__((constructor)) static void begin(void) {
    static const int numbers[] = {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL, SIGTERM};
    atexit(dump);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) signal(numbers[i], die);
}
