#include "check.h"
int weigh(const char *s, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
        if (s[i] >= 'a' && s[i] <= 'z' || s[i] == '_')
            sum += clamp(s[i], 'b', 'y');
        else if (IN_RANGE(s[i], '0', '9'))
            sum += 2;
    }
    return sum;
}
