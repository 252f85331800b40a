/* honggfuzz reads counters only in its persistent loop. In programs with their own `main` it does so as they end. */
extern void instrument8BitCountersCount(void);

__attribute__((destructor(101))) static void tell(void) {
    instrument8BitCountersCount();
}
