typedef int (*hook)(int);
struct api { int (*service)(int); void (*emit)(const char *); int (*reject)(int); };
struct operations { int (*run)(int); };
void host_register(hook);
