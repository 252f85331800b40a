#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char text[1 << 20];
static size_t deep;
static int sum(const char **at);
static int atom(const char **at) {
    if (**at == '(') {
        ++*at;
        int inside = sum(at);
        return *(*at)++ == ')' ? inside : -1;
    }
    return *(*at)++ - '0';
}
static int sum(const char **at) {
    int all = atom(at);
    while (**at == '+') {
        ++*at;
        all += atom(at);
    }
    return all;
}
static void *parse(void *levels) {
    const char *at = text + deep - *(size_t *)levels;
    return (void *)(size_t)sum(&at);
}
static int threaded(size_t stack, size_t levels) {
    pthread_attr_t how;
    pthread_t thread;
    void *found;
    if (pthread_attr_init(&how) || (stack && pthread_attr_setstacksize(&how, stack))) return -1;
    if (pthread_create(&thread, stack ? &how : NULL, parse, &levels) || pthread_join(thread, &found)) return -1;
    return (int)(size_t)found;
}
int main(int argc, char **argv) {
    size_t length = fread(text, 1, sizeof text - 1, stdin);
    deep = strspn(text, "(");
    size_t most = deep, some = deep / 8;
    (void)argc, (void)argv;
    printf("%zu: %d %d %d\n", length, (int)(size_t)parse(&most), threaded(1 << 20, some), threaded(0, most));
}
