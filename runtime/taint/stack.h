/* How large stacks are. */
#ifndef FZ_STACK_H
#define FZ_STACK_H

#include <sys/resource.h>

/* Makes those of this program larger. */
void stack_start(void);
/* The same for a limit that it sets. */
void stack_limit_grow(struct rlimit *limit);

#endif
