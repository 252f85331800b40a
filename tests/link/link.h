#ifdef __cplusplus
extern "C" {
#endif
int from_library(int c);
int from_cxx(int c);
int other_cxx(int c);
#ifdef __cplusplus
}
#endif
