static int helper(int x) { return x * 3; }
int common;
extern const char *order[]; extern int ordered;
__attribute__((constructor)) static void begin(void) { order[ordered++] = "archived"; common = 5; }
__attribute__((constructor(200))) static void early(void) { order[ordered++] = "early"; }
int in_archive(int x) { return helper(x) > 9 ? helper(x) : 9; }
int weak(void) { return 2; }
