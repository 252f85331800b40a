/* Sizes of stacks. */
#ifndef FZ_STACK_H
#define FZ_STACK_H

#include <sys/resource.h>

/* Enlarges the limit of this program's stack. */
void stack_start(void);
/* The same for a limit that the program sets. */
void stack_limit_grow(struct rlimit *limit);

#endif
