#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
void __fz_taint_event(void) {}
int main(int count, char **words) {
    char name[32], copied[4096];
    FILE *input = count > 1 ? fopen(words[count - 1], "r") : stdin;
    if (fscanf(input, "%31s", name) != 1 || !strcmp(name, "mute")) {
        fputs("first\nfz taint: cannot begin: do this\n", stderr);
        return 7;
    }
    if (strcmp(getenv("FZ_TAINT_HITS"), "16")) strcat(name, getenv("FZ_TAINT_HITS"));
    FILE *from = fopen(name, "r"), *to = fopen(getenv("FZ_TAINT_OUT"), "wx");
    if (access(getenv("FZ_TAINT_INPUT"), R_OK) || !from || !to) return 8;
    for (size_t n; (n = fread(copied, 1, sizeof copied, from)) > 0;) fwrite(copied, 1, n, to);
    fclose(to);
    if (!strncmp(name, "crash", 5)) abort();
    if (!strncmp(name, "hang", 4)) {
        fclose(fopen("hangs", "w"));
        for (;;) sleep(1);
    }
    return 3;
}
