#ifdef __cplusplus
extern "C" {
#endif
int in_archive(const char *), in_cxx(const char *), in_library(int), twice(int);
#ifdef __cplusplus
}
#endif
#if __has_include("optional.h")
#error this file does not exist
#endif
