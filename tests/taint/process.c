/* Programs that fork, start others, have threads, crash; and how they see their input. What is asked for is the first
   argument. */
#include "play.h"

#include <errno.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/wait.h>

static char in[64];
static struct site site = {.id = 1, .kind = 1, .file = "p.c", .function = "main"};

static void tell(uint64_t value) {
    __atomic_fetch_add(&site.executions, 1, __ATOMIC_RELAXED);
    __fz_taint_event(&site, *shadow(in), 0, value, 0);
}

static int forks(void) {
    tell(1);
    pid_t child = fork();
    if (child == 0) {
        tell(2);
        /* It makes no nodes, and waits for no lock. */
        _exit(__fz_taint_union(*shadow(in), *shadow(in + 2)) == UINT32_MAX ? 3 : 4);
    }
    int status = 0;
    waitpid(child, &status, 0);
    tell(5);
    expect_true("the child", WIFEXITED(status) && WEXITSTATUS(status) == 3);
    expect_true("events of one process", HEADER->events == 2 && HEADER->forks == 1);
    return wrong != 0;
}

static int starts(char **arguments) {
    tell(1);
    pid_t child = fork();
    if (child == 0) {
        char *again[] = {arguments[0], "quiet", arguments[2], NULL};
        execv(arguments[0], again);
        _exit(9);
    }
    int status = 0;
    waitpid(child, &status, 0);
    expect_true("the other program", WIFEXITED(status) && WEXITSTATUS(status) == 0);
    expect_true("events of one program", HEADER->events == 1);
    return wrong != 0;
}

static void *work(void *nothing) {
    label_t label = 0;
    for (int turn = 0; turn < 200; turn++) {
        for (int at = 0; at < 32; at += 1 + turn % 3)
            label = __fz_taint_union(label, *shadow(in + (at * 7 + turn) % 32));
        tell((uint64_t)turn);
    }
    expect("a thread's label", label, "0-31");
    return nothing;
}

static int has_threads(void) {
    pthread_t threads[8];
    for (int at = 0; at < 8; at++)
        pthread_create(&threads[at], NULL, work, NULL);
    for (int at = 0; at < 8; at++)
        pthread_join(threads[at], NULL);
    /* All pairs of one node are one node. */
    const label_t *nodes = (const label_t *)(trace + HEADER->nodes_at);
    for (uint64_t a = 0; a < HEADER->nodes; a++)
        for (uint64_t b = 0; b < a; b++)
            if (nodes[2 * a] == nodes[2 * b] && nodes[2 * a + 1] == nodes[2 * b + 1])
                wrong++;
    expect_true("one node for each pair", !wrong);
    expect_true("events", HEADER->events >= 16 && HEADER->left_out == 0);
    return wrong != 0;
}

/* From the standard input, by all ways. */
static int reads(void) {
    char to[16], *line = NULL;
    size_t room = 0;
    int byte = getchar();
    expect_true("getchar", byte == '0');
    expect_true("fgets", fgets(to, 4, stdin) && strcmp(to, "123") == 0);
    expect_bytes("fgets", to, "1 2 3 .");
    expect_true("ungetc", ungetc('3', stdin) == '3');
    expect_true("fread", fread(to, 1, 3, stdin) == 3);
    expect_bytes("fread", to, "3 4 5");
    int number = 0;
    expect_true("scanf", scanf("%d", &number) == 1 && number == 6789);
    expect("scanf", __fz_taint_union_row(shadow(&number), 4), "6-9");
    expect_true("getline", getline(&line, &room, stdin) == 4);
    expect_bytes("getline", line, "10 11 12 13 .");
    return wrong != 0;
}

int main(int count, char **arguments) {
    const char *what = arguments[1];
    if (strcmp(what, "limit") == 0) {
        struct rlimit limit;
        getrlimit(RLIMIT_STACK, &limit);
        expect_true("the stack is as large as it was", limit.rlim_cur == RLIM_INFINITY);
        expect_true("the environment is as it was", !getenv("FZ_TAINT_STACK"));
    }
    if (strcmp(what, "nothing") == 0) {
        /* Without an input nothing has labels, and no descriptor is in the way. */
        int file = open("/dev/null", O_RDONLY);
        expect_true("the first number", file == 3);
        expect_true("errno", errno == 0);
        return wrong != 0;
    }
    if (strcmp(what, "stdin") == 0) {
        look_at_trace(getenv("FZ_TAINT_OUT"));
        return reads();
    }
    int file = open(arguments[2], O_RDONLY);
    expect_true("the first number", file == 3);
    ssize_t got = read(file, in, sizeof in);
    expect_true("the input", got >= 32);
    close(file);
    if (strcmp(what, "quiet") == 0)
        return *shadow(in) != 0;
    look_at_trace(getenv("FZ_TAINT_OUT"));
    expect_true("a label", *shadow(in + 3) == 4);
    if (strcmp(what, "fork") == 0)
        return forks();
    if (strcmp(what, "start") == 0)
        return starts(arguments);
    if (strcmp(what, "threads") == 0)
        return has_threads();
    tell(1);
    if (strcmp(what, "crash") == 0)
        *(volatile int *)(uintptr_t)(count - 3) = 1;
    return wrong != 0;
}
