/* Runs one input through the harness. */
#include "harness.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

__attribute__((weak)) void __msan_unpoison(const volatile void *start, size_t size);
__attribute__((weak)) void __msan_unpoison_param(size_t count);
__attribute__((weak)) int __lsan_do_recoverable_leak_check(void);
__attribute__((weak)) int __sanitizer_install_malloc_and_free_hooks(
    void (*on_malloc)(const volatile void *, size_t), void (*on_free)(const volatile void *));

/* In a taint build: labels the `size` of the harness's next call as the input's length. */
FZ_WEAK(__fz_taint_harness);

/* A leak check stops the process for milliseconds, so it is done only after runs that free fewer blocks than they
   allocate. */
static atomic_long kept;
static long kept_before;
static bool watches;

static void on_malloc(const volatile void *block, size_t size) {
    (void)block, (void)size;
    atomic_fetch_add_explicit(&kept, 1, memory_order_relaxed);
}

static void on_free(const volatile void *block) {
    /* The hook is called for null pointers, too. */
    if (block) {
        atomic_fetch_sub_explicit(&kept, 1, memory_order_relaxed);
    }
}

static void watch(void) {
    if (__lsan_do_recoverable_leak_check && __sanitizer_install_malloc_and_free_hooks && !watches) {
        watches = __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free) != 0;
    }
}

/* MemorySanitizer takes arguments as initialised only if an instrumented caller has said so. */
static void arguments_are_set(size_t count) {
    if (__msan_unpoison_param) {
        __msan_unpoison_param(count);
    }
}

void fz_initialize(int *argc, char ***argv) {
    if (LLVMFuzzerInitialize) {
        arguments_are_set(2);
        LLVMFuzzerInitialize(argc, argv);
    }
    watch();
}

int fz_run(const uint8_t *data, size_t size) {
    kept_before = atomic_load_explicit(&kept, memory_order_relaxed);
    uint8_t *copy = malloc(size ? size : 1);
    if (!copy) {
        fprintf(stderr, "fz: no memory for an input of %zu bytes\n", size);
        abort();
    }
    memcpy(copy, data, size);
    if (__msan_unpoison) {
        __msan_unpoison(copy, size);
    }
    arguments_are_set(2);
    if (__fz_taint_harness) {
        __fz_taint_harness((const void *)LLVMFuzzerTestOneInput);
    }
    int answer = LLVMFuzzerTestOneInput(copy, size);
    free(copy);
    return answer;
}

bool fz_leaked(void) {
    return watches && atomic_load_explicit(&kept, memory_order_relaxed) > kept_before &&
           __lsan_do_recoverable_leak_check() != 0;
}

bool fz_read(int fd, struct fz_input *input) {
    size_t room = 1 << 16;
    *input = (struct fz_input){malloc(room), 0};
    while (input->data) {
        ssize_t got = read(fd, input->data + input->size, room - input->size);
        if (got == 0) {
            return true;
        }
        if (got < 0 && errno != EINTR) {
            free(input->data);
            return false;
        }
        input->size += got > 0 ? (size_t)got : 0;
        if (input->size == room) {
            uint8_t *larger = realloc(input->data, room *= 2);
            if (!larger) {
                free(input->data);
            }
            input->data = larger;
        }
    }
    errno = ENOMEM;
    return false;
}

bool fz_read_file(const char *name, struct fz_input *input) {
    int fd = name ? open(name, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
    bool is_read = fd >= 0 && fz_read(fd, input);
    if (!is_read) {
        fprintf(stderr, "fz: %s: cannot be read: %s\n", name ? name : "stdin", strerror(errno));
    }
    if (name && fd >= 0) {
        close(fd);
    }
    return is_read;
}
