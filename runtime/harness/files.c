/* The harness without an engine: runs it on files, folders, or stdin.

   A single input runs in this process, which ends as the harness ends it, so that a debugger can see it. A harness that
   calls `exit` is a finding too. Several inputs run in a child, one after another: a finding ends the child and is
   reported with the input's name, and another child continues with the next input. */
#include "harness.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define USAGE_EXIT 2

static const char usage[] =
    "usage: %s [INPUT…]\n"
    "Runs the fuzz harness in this program on files and on all files of folders, or on stdin where none is named\n"
    "(`-` is stdin too). It ends with 1 if an input crashes it, leaks or ends the program; a single input runs in the\n"
    "process itself, which then ends as the input makes it end, for a debugger. It has no options: this is no fuzzer;\n"
    "link for one with FZ_ENGINE=afl, libfuzzer, honggfuzz or libafl. What scripts pass to libFuzzer so that it only runs\n"
    "a corpus (-merge=1, -runs=0, -timeout=, -rss_limit_mb=) is passed over.\n";

/* libFuzzer options that only ask to run the given inputs; one that ends with `=` may have any value. */
static const char *const only_runs[] = {"-merge=1", "-runs=0", "-timeout=", "-rss_limit_mb="};

static bool is_passed_over(const char *argument) {
    for (size_t i = 0; i < sizeof only_runs / sizeof *only_runs; i++) {
        const char *option = only_runs[i];
        size_t length = strlen(option);
        if (strncmp(argument, option, length) == 0 && (option[length - 1] == '=' || !argument[length])) {
            return true;
        }
    }
    return false;
}

/* The child's progress, shared with its parent. */
struct progress {
    size_t next;
    size_t inputs;
    size_t unread;
    bool is_listed;
    bool is_done;
    bool leaked;
    char name[PATH_MAX];
};

struct list {
    char **names;
    size_t count;
    size_t room;
};

static void append(struct list *list, const char *name) {
    if (list->count == list->room) {
        list->room = list->room ? list->room * 2 : 64;
        list->names = realloc(list->names, list->room * sizeof *list->names);
    }
    char *copy = strdup(name);
    if (!list->names || !copy) {
        fprintf(stderr, "fz: no memory for the list of inputs\n");
        exit(USAGE_EXIT);
    }
    list->names[list->count++] = copy;
}

static bool is_folder(const char *name) {
    struct stat status;
    return stat(name, &status) == 0 && S_ISDIR(status.st_mode);
}

static int is_shown(const struct dirent *entry) {
    return strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
}

/* Sorted by name, so that two runs are the same. Links to folders are not followed: they may form a loop. */
static void collect(struct list *list, const char *name, bool is_named) {
    struct stat status;
    if (is_named ? !is_folder(name) : lstat(name, &status) != 0 || !S_ISDIR(status.st_mode)) {
        if (is_named || S_ISREG(status.st_mode) || (S_ISLNK(status.st_mode) && !is_folder(name))) {
            append(list, name);
        }
        return;
    }
    struct dirent **entries;
    int count = scandir(name, &entries, is_shown, alphasort);
    if (count < 0) {
        fprintf(stderr, "fz: %s: cannot be read: %s\n", name, strerror(errno));
        exit(USAGE_EXIT);
    }
    for (int i = 0; i < count; i++) {
        char inner[PATH_MAX];
        int length = snprintf(inner, sizeof inner, "%s/%s", name, entries[i]->d_name);
        if (length > 0 && (size_t)length < sizeof inner) {
            collect(list, inner, false);
        }
        free(entries[i]);
    }
    free(entries);
}

/* The inputs named by the arguments; `-` is kept as it is. */
static struct list inputs_of(int argc, char **argv) {
    struct list list = {0};
    bool only_inputs = false;
    for (int i = 1; i < argc; i++) {
        const char *argument = argv[i];
        if (only_inputs || argument[0] != '-' || !argument[1]) {
            collect(&list, argument, true);
        } else if (strcmp(argument, "--") == 0) {
            only_inputs = true;
        } else if (strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0 || strcmp(argument, "-help=1") == 0) {
            printf(usage, argv[0]);
            exit(0);
        } else if (!is_passed_over(argument)) {
            fprintf(stderr, "fz: unknown option `%s`; write `--` before a file of that name\n", argument);
            fprintf(stderr, usage, argv[0]);
            exit(USAGE_EXIT);
        }
    }
    if (argc < 2) {
        append(&list, "-");
    }
    return list;
}

static const char *shown(const char *name) {
    return strcmp(name, "-") == 0 ? "stdin" : name;
}

/* Runs the inputs from `progress->next` on. */
static void run_all(int argc, char **argv, struct progress *progress) {
    fz_initialize(&argc, &argv);
    struct list list = inputs_of(argc, argv);
    progress->inputs = list.count;
    progress->is_listed = true;
    while (progress->next < list.count) {
        const char *name = list.names[progress->next++];
        snprintf(progress->name, sizeof progress->name, "%s", shown(name));
        if (list.count == 1) {
            fprintf(stderr, "fz: running %s\n", progress->name);
        }
        struct fz_input input;
        if (!fz_read_file(strcmp(name, "-") == 0 ? NULL : name, &input)) {
            progress->unread++;
            continue;
        }
        fz_run(input.data, input.size);
        free(input.data);
        if (fz_leaked()) {
            progress->leaked = true;
            fflush(NULL);
            _exit(FZ_LEAK_EXIT);
        }
    }
    progress->is_done = true;
    for (size_t i = 0; i < list.count; i++) {
        free(list.names[i]);
    }
    free(list.names);
}

static int summary(const struct progress *progress, size_t findings) {
    fprintf(stderr, "fz: %zu input%s, %zu finding%s", progress->inputs, progress->inputs == 1 ? "" : "s", findings,
            findings == 1 ? "" : "s");
    if (progress->unread) {
        fprintf(stderr, ", %zu not read", progress->unread);
    }
    fprintf(stderr, "\n");
    return findings ? 1 : progress->unread ? USAGE_EXIT : 0;
}

static void report(const struct progress *progress, int status) {
    if (WIFSIGNALED(status)) {
        fprintf(stderr, "fz: %s: crashed: %s (signal %d)\n", progress->name, strsignal(WTERMSIG(status)),
                WTERMSIG(status));
    } else if (progress->leaked) {
        fprintf(stderr, "fz: %s: leaks memory\n", progress->name);
    } else {
        fprintf(stderr, "fz: %s: ended the program, with status %d\n", progress->name, WEXITSTATUS(status));
    }
}

static int run_in_children(int argc, char **argv, struct progress *progress) {
    size_t findings = 0;
    for (;;) {
        progress->leaked = progress->is_listed = progress->is_done = false;
        fflush(NULL);
        pid_t child = fork();
        if (child == 0) {
            run_all(argc, argv, progress);
            /* Not `_exit`: coverage is written at exit. */
            exit(0);
        }
        int status;
        while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
        }
        if (child < 0) {
            fprintf(stderr, "fz: no process for the inputs: %s\n", strerror(errno));
            return USAGE_EXIT;
        }
        if (!progress->is_listed) {
            if (WIFSIGNALED(status)) {
                fprintf(stderr, "fz: the harness does not start: %s\n", strsignal(WTERMSIG(status)));
            }
            return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
        }
        if (!progress->is_done || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
            findings++;
            report(progress, status);
        }
        if (progress->next >= progress->inputs) {
            return summary(progress, findings);
        }
    }
}

static struct progress own;

/* The harness has called `exit` in a single run. The status of the last `exit` counts. */
static void at_exit(void) {
    if (!own.is_done && own.is_listed) {
        fprintf(stderr, "fz: %s: ended the program\n", own.name);
        exit(1);
    }
}

int fz_run_arguments(int argc, char **argv) {
    const char *only = argc == 2 ? argv[1] : argc == 3 && strcmp(argv[1], "--") == 0 ? argv[2] : NULL;
    if (argc < 2 || (only && !is_folder(only))) {
        atexit(at_exit);
        run_all(argc, argv, &own);
        return summary(&own, 0);
    }
    struct progress *progress =
        mmap(NULL, sizeof *progress, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (progress == MAP_FAILED) {
        fprintf(stderr, "fz: no memory to share: %s\n", strerror(errno));
        return USAGE_EXIT;
    }
    int code = run_in_children(argc, argv, progress);
    fflush(NULL);
    /* The parent has run nothing: its coverage must not replace the child's. */
    _exit(code);
}
