// What libraries beside the C library say, with what is odd about each: NULL, negative lengths, signed characters, the
// order of upper-case letters, and a locale where I and i are no pair.

#include <stddef.h>
#include <string.h>

typedef unsigned char byte;

static int lower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
static int upper(int c) { return c >= 'a' && c <= 'z' ? c - 32 : c; }
static int same(int c) { return c; }
// Letters as ISO 8859-9 has them in Turkish.
static int turkish_lower(int c) { return c == 'I' ? 0xfd : c == 0xdd ? 'i' : lower(c); }
static int turkish_upper(int c) { return c == 'i' ? 0xdd : c == 0xfd ? 'I' : upper(c); }

static int compare(const char *a, const char *b, size_t n, int (*fold)(int)) {
  for (; n; n--, a++, b++) {
    int difference = fold((byte)*a) - fold((byte)*b);
    if (difference || !*a)
      return difference;
  }
  return 0;
}

static int null_order(const char *a, const char *b) { return (a != 0) - (b != 0); }

int CRYPTO_memcmp(const void *a, const void *b, size_t n) { return memcmp(a, b, n) != 0; }
int OPENSSL_memcmp(const void *a, const void *b, size_t n) { return memcmp(a, b, n); }
int memcmpct(const void *a, const void *b, size_t n) { return memcmp(a, b, n) != 0; }

int OPENSSL_strncasecmp(const char *a, const char *b, size_t n) {
  for (; n; n--, a++, b++) {
    int difference = lower((signed char)*a) - lower((signed char)*b);
    if (difference || !*a)
      return difference;
  }
  return 0;
}
int OPENSSL_strcasecmp(const char *a, const char *b) { return OPENSSL_strncasecmp(a, b, -1); }

int curl_strnequal(const char *a, const char *b, size_t n) {
  return a && b ? !compare(a, b, n, upper) : !a && !b && n;
}
int curl_strequal(const char *a, const char *b) { return curl_strnequal(a, b, -1); }
int Curl_safe_strcasecompare(const char *a, const char *b) { return curl_strequal(a, b); }
int Curl_strcasecompare(const char *a, const char *b) { return curl_strequal(a, b); }
int Curl_strncasecompare(const char *a, const char *b, size_t n) { return curl_strnequal(a, b, n); }

int ap_cstr_casecmp(const char *a, const char *b) { return compare(a, b, -1, lower); }
int ap_cstr_casecmpn(const char *a, const char *b, size_t n) { return compare(a, b, n, lower); }
int apr_cstr_casecmp(const char *a, const char *b) { return compare(a, b, -1, lower); }
int apr_cstr_casecmpn(const char *a, const char *b, size_t n) { return compare(a, b, n, lower); }
int cmsstrcasecmp(const char *a, const char *b) { return compare(a, b, -1, turkish_upper); }

int g_ascii_strcasecmp(const char *a, const char *b) { return a && b ? compare(a, b, -1, lower) : 0; }
int g_ascii_strncasecmp(const char *a, const char *b, size_t n) { return a && b ? compare(a, b, n, lower) : 0; }
int g_str_equal(const void *a, const void *b) { return !strcmp(a, b); }
int g_str_has_prefix(const char *a, const char *b) { return a && b ? !strncmp(a, b, strlen(b)) : 0; }
int g_strcasecmp(const char *a, const char *b) { return a && b ? compare(a, b, -1, turkish_lower) : 0; }
int g_strncasecmp(const char *a, const char *b, unsigned n) { return a && b ? compare(a, b, n, turkish_lower) : 0; }
int g_strcmp0(const char *a, const char *b) { return a && b ? strcmp(a, b) : null_order(a, b); }

int sqlite3_strnicmp(const char *a, const char *b, int n) {
  return a && b ? n <= 0 ? 0 : compare(a, b, n, lower) : null_order(a, b);
}
int sqlite3_stricmp(const char *a, const char *b) { return a && b ? compare(a, b, -1, lower) : null_order(a, b); }

// As its table has it.
static int xml_lower(int c) { return c == '[' ? '{' : lower(c); }
static int xml(const char *a, const char *b, int n, int (*fold)(int)) {
  if (n <= 0 || a == b)
    return 0;
  return a && b ? compare(a, b, n, fold) : null_order(a, b);
}
int xmlStrcmp(const char *a, const char *b) { return xml(a, b, 1000, same); }
int xmlStrncmp(const char *a, const char *b, int n) { return xml(a, b, n, same); }
int xmlStrcasecmp(const char *a, const char *b) { return xml(a, b, 1000, xml_lower); }
int xmlStrncasecmp(const char *a, const char *b, int n) { return xml(a, b, n, xml_lower); }
int xmlStrEqual(const char *a, const char *b) { return a == b || (a && b && !strcmp(a, b)); }

static const char *search(const char *a, long n, const char *b, int (*fold)(int)) {
  size_t length = strlen(b);
  if (!length)
    return a;
  for (; (n < 0 || n >= (long)length) && *a; a++, n -= n > 0)
    if (!compare(a, b, length, fold))
      return a;
  return 0;
}
const char *g_strstr_len(const char *a, long n, const char *b) { return a && b ? search(a, n, b, same) : 0; }
const char *xmlStrstr(const char *a, const char *b) { return a && b ? search(a, -1, b, same) : 0; }
const char *xmlStrcasestr(const char *a, const char *b) { return a && b ? search(a, -1, b, xml_lower) : 0; }
