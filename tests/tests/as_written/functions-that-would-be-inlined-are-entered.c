static int entered;
void __cyg_profile_func_enter(void *f, void *c) __attribute__((no_instrument_function));
void __cyg_profile_func_exit(void *f, void *c) __attribute__((no_instrument_function));
void __cyg_profile_func_enter(void *f, void *c) { (void)f; (void)c; entered++; }
void __cyg_profile_func_exit(void *f, void *c) { (void)f; (void)c; }
static inline int small(int x) { return x + 1; }
static inline int smaller(int x) { return small(x); }
int main(int argc, char **argv) { (void)argv; return smaller(argc) == 2 ? entered : 99; }
