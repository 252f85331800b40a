#include <stddef.h>

/* Whether it is well-formed. */
int consume(const char *data, size_t size);
