/* Which descriptors are the input, and their offsets. Checked when a descriptor is used, so it does not matter who
   opened it, or what libc opened internally. */
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "originals.h"
#include "taint.h"

bool input_is_pipe;
uint64_t input_taken;
uint64_t input_size;
_Thread_local label_t came_first, came_last;

static dev_t device;
static ino_t inode;
static bool is_open;

/* What is known of a descriptor; those above are checked each time. */
#define KNOWN 65536
enum { UNKNOWN, INPUT, OTHER };
static unsigned char found[KNOWN];

static int look(int descriptor, struct stat *status) {
    return ORIGINAL(fstat, int (*)(int, struct stat *))(descriptor, status);
}

void input_open(const char *path) {
    struct stat status;
    bool is_standard = path[0] == '-' && !path[1];
    int failed = is_standard ? look(STDIN_FILENO, &status) : ORIGINAL(stat, int (*)(const char *, struct stat *))(path, &status);
    if (failed) {
        SAY("the input is not there: ", path);
        return;
    }
    device = status.st_dev;
    inode = status.st_ino;
    input_is_pipe = !S_ISREG(status.st_mode) && !S_ISBLK(status.st_mode);
    input_size = input_is_pipe ? 0 : (uint64_t)status.st_size;
    is_open = true;
}

bool input_is(int descriptor) {
    if (!is_open || descriptor < 0 || !is_recording())
        return false;
    unsigned char *place = descriptor < KNOWN ? &found[descriptor] : NULL;
    if (place && __atomic_load_n(place, __ATOMIC_RELAXED) == OTHER)
        return false;
    struct stat status;
    int before = errno;
    bool is = look(descriptor, &status) == 0 && status.st_dev == device && status.st_ino == inode;
    errno = before;
    if (place)
        __atomic_store_n(place, is ? INPUT : OTHER, __ATOMIC_RELAXED);
    return is;
}

bool input_has(dev_t of_device, ino_t number) {
    return is_open && !input_is_pipe && is_recording() && of_device == device && number == inode;
}

void input_forget(int descriptor) {
    if (descriptor >= 0 && descriptor < KNOWN)
        __atomic_store_n(&found[descriptor], UNKNOWN, __ATOMIC_RELAXED);
}

void input_forget_from(int descriptor) {
    for (; descriptor >= 0 && descriptor < KNOWN; descriptor++)
        if (found[descriptor])
            input_forget(descriptor);
}

uint64_t input_position(int descriptor) {
    if (input_is_pipe)
        return __atomic_load_n(&input_taken, __ATOMIC_RELAXED);
    int before = errno;
    off_t position = ORIGINAL(lseek, off_t (*)(int, off_t, int))(descriptor, 0, SEEK_CUR);
    errno = before;
    return position < 0 ? 0 : (uint64_t)position;
}
