/* One compare in a library, in a function of the library's NAME. */
int NAME(unsigned short number) {
    return number == 0x4321; /* number */
}
