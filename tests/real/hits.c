// Preloaded into every process of a real package's test suite: when the process ends (or closes a library), it
// notes for each loaded file with a counter section which counters are not zero.
//
// The notes of a file are `$HITS_DIR/<device>-<inode>`, one byte per counter, shared by all processes. Nothing here
// knows the runtime under test: the sections are found in the files, and read where the loader put them.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char COUNTERS[] = "__sancov_cntrs";

static void note(const struct stat *file, const uint8_t *counters, size_t size) {
    const char *dir = getenv("HITS_DIR");
    char path[4096];
    if (!dir || !size) return;
    snprintf(path, sizeof path, "%s/%lx-%lx", dir, (unsigned long)file->st_dev, (unsigned long)file->st_ino);
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0) return;
    struct stat notes;
    // Another size: the inode was another file's before.
    int stale = fstat(fd, &notes) == 0 && notes.st_size != 0 && (size_t)notes.st_size != size;
    if ((!stale || ftruncate(fd, 0) == 0) && ftruncate(fd, size) == 0) {
        uint8_t *shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (shared != MAP_FAILED) {
            for (size_t i = 0; i < size; i++)
                if (counters[i]) shared[i] = 1;
            munmap(shared, size);
        }
    }
    close(fd);
}

static int look(struct dl_phdr_info *info, size_t info_size, void *unused) {
    (void)info_size, (void)unused;
    const char *path = info->dlpi_name[0] ? info->dlpi_name : "/proc/self/exe";
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return 0;
    struct stat file;
    if (fstat(fd, &file) == 0 && file.st_size >= (off_t)sizeof(ElfW(Ehdr))) {
        const uint8_t *bytes = mmap(NULL, file.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (bytes != MAP_FAILED) {
            const ElfW(Ehdr) *head = (const void *)bytes;
            size_t end = head->e_shoff + (size_t)head->e_shnum * sizeof(ElfW(Shdr));
            if (memcmp(head->e_ident, ELFMAG, SELFMAG) == 0 && head->e_shoff && end <= (size_t)file.st_size) {
                const ElfW(Shdr) *sections = (const void *)(bytes + head->e_shoff);
                const char *names = (const char *)bytes + sections[head->e_shstrndx].sh_offset;
                for (int i = 0; i < head->e_shnum; i++)
                    if (strcmp(names + sections[i].sh_name, COUNTERS) == 0)
                        note(&file, (const uint8_t *)(info->dlpi_addr + sections[i].sh_addr), sections[i].sh_size);
            }
            munmap((void *)bytes, file.st_size);
        }
    }
    close(fd);
    return 0;
}

__attribute__((destructor)) static void observe(void) { dl_iterate_phdr(look, NULL); }

int dlclose(void *library) {
    int (*next)(void *) = (int (*)(void *))dlsym(RTLD_NEXT, "dlclose");
    observe();
    return next(library);
}

// Ends without running destructors.
void _exit(int status) {
    observe();
    for (;;) syscall(SYS_exit_group, status);
}

void _Exit(int status) { _exit(status); }
