#ifndef _YOGI_MALLOC_H
#define _YOGI_MALLOC_H
#include <stddef.h>
extern void *malloc(size_t);
extern void *calloc(size_t, size_t);
extern void *realloc(void *, size_t);
extern void *memalign(size_t, size_t);
extern void *valloc(size_t);
extern void free(void *);
extern size_t malloc_usable_size(void *);
extern int malloc_trim(size_t);
extern int mallopt(int, int);
extern void *pvalloc(size_t);
extern void *reallocarray(void *, size_t, size_t);
#endif
