#include <dlfcn.h>
#include <stdio.h>
#include "api.h"
static int calls;
static int registered_by_name(int x) { return x + 1; }
static int service(int x) { return registered_by_name(x) + calls; }
static void emit(const char *text) { puts(text); calls++; }
static int reject(int x) { return -x; }
static const struct api api = { service, emit, reject };
static hook hooks[4];
static int count;
static int behind_register(int x) { return x * 3; }
void host_register(hook h) { hooks[count++ & 3] = h; calls = behind_register(calls); }
static int behind_lookup(int x) { return x ^ 5; }
int host_lookup(int x) { return behind_lookup(x); }
static int behind_data(int x) { return x - 8; }
struct operations host_operations = { behind_data };
static int no_export(int x) { return x + 77; }
__attribute__((visibility("hidden"))) int no_plugin_finds(int x) { return no_export(x); }
int main(int n, char **words) {
    FILE *input = fopen(words[n - 1], "r");
    int c = input ? fgetc(input) : '-';
    if (c != 'a' && c != 'b') return 0;
    char path[] = "./plugin-?.so";
    path[9] = c;
    void *plugin = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    if (!plugin) { puts(dlerror()); return 3; }
    int (*start)(const struct api *) = (int (*)(const struct api *))dlsym(plugin, "plugin_start");
    int result = start ? start(&api) : 4;
    for (int i = 0; i < count; i++) result += hooks[i](i);
    return result & 1;
}
