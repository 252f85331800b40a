static inline int called(int a) {
    /* A comment counts where its region does. */

    return a > 4;
}
static inline int unused(int a)
{
    return a + 1;
}
