// Functions of strings and memory that DFSan knows.
// DFSan misses: where a number ends
#include "harness.h"
#include <stdlib.h>
#include <strings.h>

static char text[24], other[24];
// A word of letters, of the input.
static char *word(int at, int length) { memcpy(text, in + at, length); for (int i = 0; i < length; i++) text[i] = 'a' + ((u8)text[i] & 15); text[length] = 0; return text; }
static char *second(int at, int length) { memcpy(other, in + at, length); for (int i = 0; i < length; i++) other[i] = 'a' + ((u8)other[i] & 15); other[length] = 0; return other; }
static char *number(int at, int length) { memcpy(text, in + at, length); for (int i = 0; i < length; i++) text[i] = '1' + ((u8)text[i] & 7); text[length] = 0; return text; }

PROGRAM(memcmp_different) { T(memcmp(in, in + 8, 8)); }
PROGRAM(memcmp_equal) { memcpy(text, in, 8); T(memcmp(text, in, 8)); }
PROGRAM(memcmp_constant) { T(memcmp(in + 4, "abcd", 4)); }
PROGRAM(bcmp_constant) { T(bcmp(in + 4, "abcdefgh", 8)); }
PROGRAM(strcmp_words) { T(strcmp(word(0, 5), second(8, 5))); }
PROGRAM(strcmp_equal) { T(strcmp(word(0, 5), second(0, 5))); }
PROGRAM(strcmp_constant) { T(strcmp(word(0, 5), "abc")); }
PROGRAM(strncmp_words) { T(strncmp(word(0, 5), second(8, 5), 3)); }
PROGRAM(strcasecmp_words) { T(strcasecmp(word(0, 5), second(8, 5))); }
PROGRAM(strncasecmp_words) { T(strncasecmp(word(0, 5), second(8, 5), 3)); }
PROGRAM(strlen_word) { T(strlen(word(0, 7))); }
PROGRAM(strnlen_word) { T(strnlen(word(0, 7), 4)); }
PROGRAM(strchr_found) { char *w = word(0, 7); T(strchr(w, w[3]) - w); }
PROGRAM(strchr_missing) { T((u32)(strchr(word(0, 7), 'z') == 0)); }
PROGRAM(strrchr_missing) { T((u32)(strrchr(word(0, 7), 'z') == 0)); }
PROGRAM(memchr_found) { T((u8 *)memchr(in, in[5], 20) - in); }
PROGRAM(memchr_missing) { word(0, 7); T((u32)(memchr(text, 'z', 7) == 0)); }
PROGRAM(strstr_missing) { T((u32)(strstr(word(0, 7), "zz") == 0)); }
PROGRAM(strpbrk_missing) { T((u32)(strpbrk(word(0, 7), "xyz") == 0)); }
PROGRAM(strcpy_word) { strcpy(other, word(0, 7)); T((u8)other[3]); T((u8)other[6]); }
PROGRAM(strncpy_word) { strncpy(other, word(0, 7), 5); T((u8)other[4]); }
PROGRAM(strcat_words) { second(8, 3); strcat(other, word(0, 4)); T((u8)other[1]); T((u8)other[4]); }
PROGRAM(strdup_word) { char *copy = strdup(word(0, 7)); T((u8)copy[5]); }
PROGRAM(strtol_10) { T(strtol(number(0, 5), 0, 10)); }
PROGRAM(strtol_end) { char *end; number(0, 5); text[3] = ','; T(strtol(text, &end, 10)); T((u64)(end - text)); }
PROGRAM(strtoul_16) { T(strtoul(word(0, 3), 0, 16)); }
PROGRAM(strtoll_8) { T(strtoll(number(0, 4), 0, 8)); }
PROGRAM(strtod_number) { T(strtod(number(0, 4), 0)); }
PROGRAM(atoi_number) { T(atoi(number(0, 5))); }
