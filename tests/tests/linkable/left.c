#ifdef MISSING
void no(void);
#else
__attribute__((error("no"))) void no(void);
#endif

static inline int limited(int n) {
    if (n > 3)
        no();
    return n;
}

int main(int count, char **names) { return limited(count); }
