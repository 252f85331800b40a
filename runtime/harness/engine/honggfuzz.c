/* Programs with their own `main` under honggfuzz, which counts by itself only in its persistent loop: what the program
   has counted is told as it ends. */
extern void instrument8BitCountersCount(void);

__attribute__((destructor(101))) static void tell(void) {
    instrument8BitCountersCount();
}
