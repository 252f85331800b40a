/* What sources are told of the level. */
int main(void) {
    return 0
#ifdef __OPTIMIZE__
        + 1
#endif
#ifdef __OPTIMIZE_SIZE__
        + 2
#endif
#ifdef __NO_INLINE__
        + 4
#endif
#ifdef __FAST_MATH__
        + 8
#endif
        ;
}
