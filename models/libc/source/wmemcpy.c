#include <string.h>
#include <wchar.h>

wchar_t *wmemcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n) { return memcpy(to, from, n * sizeof *to); }
