// What the two halves of one program call of each other.
#include <stdarg.h>
#include <stdio.h>

struct wide { long word[9]; };
struct pair { double a; int b; };

typedef long (*step)(long);

long leaf(long);
long ends_in_leaf(long);
int sum(int, ...);
int sum_list(int, va_list);
struct wide make_wide(long);
long take_wide(int, struct wide, int);
struct pair make_pair(int);
long double half(long double);
long twenty(int, long, double, char, short, float, long, long double, int, int, struct pair, unsigned char, long, float, int,
            long, double, int, void *, int);
__attribute__((preserve_most)) void keeps(long *);
long weak_here(long);
long weak_there(long);
long other_name(long);
long chosen(long);
long from_assembly(long);
long odd(long), even(long);
