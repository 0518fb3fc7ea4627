#ifndef _YOGI_INTTYPES_H
#define _YOGI_INTTYPES_H
#include <stdint.h>
#include <stddef.h>
#ifdef __LP64__
#define __PRI64 "l"
#else
#define __PRI64 "ll"
#endif
#if __INT_MAX__ == 0x7fff
#define __PRI32 "l"
#else
#define __PRI32
#endif
#define PRId8 "hhd"
#define PRId16 "hd"
#define PRId32 __PRI32 "d"
#define PRId64 __PRI64 "d"
#define PRIi8 "hhi"
#define PRIi16 "hi"
#define PRIi32 __PRI32 "i"
#define PRIi64 __PRI64 "i"
#define PRIu8 "hhu"
#define PRIu16 "hu"
#define PRIu32 __PRI32 "u"
#define PRIu64 __PRI64 "u"
#define PRIx8 "hhx"
#define PRIx16 "hx"
#define PRIx32 __PRI32 "x"
#define PRIx64 __PRI64 "x"
#define PRIX32 __PRI32 "X"
#define PRIX64 __PRI64 "X"
#define PRIo32 __PRI32 "o"
#define PRIo64 __PRI64 "o"
#define PRIdMAX __PRI64 "d"
#define PRIuMAX __PRI64 "u"
#ifdef __LP64__
#define PRIdPTR "ld"
#define PRIuPTR "lu"
#define PRIxPTR "lx"
#else
#define PRIdPTR "d"
#define PRIuPTR "u"
#define PRIxPTR "x"
#endif
#define SCNd32 __PRI32 "d"
#define SCNd64 __PRI64 "d"
#define SCNu32 __PRI32 "u"
#define SCNu64 __PRI64 "u"
#define SCNx64 __PRI64 "x"
typedef struct { intmax_t quot; intmax_t rem; } imaxdiv_t;
extern intmax_t imaxabs(intmax_t);
extern imaxdiv_t imaxdiv(intmax_t, intmax_t);
extern intmax_t strtoimax(const char *restrict, char **restrict, int);
extern uintmax_t strtoumax(const char *restrict, char **restrict, int);
#endif
