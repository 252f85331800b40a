/* Between the generated compares and what calls them. */

#ifndef COMPARES_H
#define COMPARES_H

#include <stdint.h>

/* What a compare reads. Two operands stand in the halves; zeros follow. */
enum { INPUT = 64 };

/* A compare says what it found: 1 or 0, or a sign. */
typedef int compare(const unsigned char *in);

extern compare *const compares[];
extern const uint32_t compare_count;

#endif
