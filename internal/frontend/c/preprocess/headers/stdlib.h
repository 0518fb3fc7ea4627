#ifndef _YOGI_STDLIB_H
#define _YOGI_STDLIB_H
#include <stddef.h>
#include <sys/types.h>
#include <alloca.h>
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#ifdef __AVR__
#define RAND_MAX 0x7fff
#else
#define RAND_MAX 2147483647
#endif
size_t __ctype_get_mb_cur_max(void);
#define MB_CUR_MAX __ctype_get_mb_cur_max()
typedef struct { int quot; int rem; } div_t;
typedef struct { long quot; long rem; } ldiv_t;
typedef struct { long long quot; long long rem; } lldiv_t;
extern void *malloc(size_t);
extern void *calloc(size_t, size_t);
extern void *realloc(void *, size_t);
extern void *reallocarray(void *, size_t, size_t);
extern void *aligned_alloc(size_t, size_t);
extern int posix_memalign(void **, size_t, size_t);
extern void *valloc(size_t);
extern void free(void *);
extern void abort(void) __attribute__((__noreturn__));
extern void exit(int) __attribute__((__noreturn__));
extern void _Exit(int) __attribute__((__noreturn__));
extern void quick_exit(int) __attribute__((__noreturn__));
extern int atexit(void (*)(void));
extern char *getenv(const char *);
extern int setenv(const char *, const char *, int);
extern int unsetenv(const char *);
extern int putenv(char *);
extern int system(const char *);
extern int atoi(const char *);
extern long atol(const char *);
extern long long atoll(const char *);
extern double atof(const char *);
extern long strtol(const char *restrict, char **restrict, int);
extern unsigned long strtoul(const char *restrict, char **restrict, int);
extern long long strtoll(const char *restrict, char **restrict, int);
extern unsigned long long strtoull(const char *restrict, char **restrict, int);
extern float strtof(const char *restrict, char **restrict);
extern double strtod(const char *restrict, char **restrict);
extern long double strtold(const char *restrict, char **restrict);
extern int rand(void);
extern void srand(unsigned int);
extern int rand_r(unsigned int *);
extern long random(void);
extern void srandom(unsigned int);
extern double drand48(void);
extern int abs(int);
extern long labs(long);
extern long long llabs(long long);
extern div_t div(int, int);
extern ldiv_t ldiv(long, long);
extern lldiv_t lldiv(long long, long long);
extern void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
extern void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
extern int mblen(const char *, size_t);
extern int mbtowc(wchar_t *restrict, const char *restrict, size_t);
extern int wctomb(char *, wchar_t);
extern size_t mbstowcs(wchar_t *restrict, const char *restrict, size_t);
extern size_t wcstombs(char *restrict, const wchar_t *restrict, size_t);
extern char *realpath(const char *restrict, char *restrict);
extern int mkstemp(char *);

extern __uint32_t arc4random(void);
extern void arc4random_buf(void *, size_t);
extern int at_quick_exit(void (*)(void));
extern int clearenv(void);
extern char *ecvt(double, int, int *restrict, int *restrict);
extern double erand48(unsigned short int[3]);
extern char *fcvt(double, int, int *restrict, int *restrict);
extern char *gcvt(double, int, char *);
extern int getloadavg(double[], int);
extern int getsubopt(char **restrict, char *const *restrict, char **restrict);
extern char *initstate(unsigned int, char *, size_t);
extern long int jrand48(unsigned short int[3]);
extern void lcong48(unsigned short int[7]);
extern long a64l(const char *);
extern char *l64a(long);
extern long int lrand48(void);
extern char *mkdtemp(char *);
extern int mkstemps(char *, int);
extern char *mktemp(char *);
extern long int mrand48(void);
extern long int nrand48(unsigned short int[3]);
extern int on_exit(void (*)(int, void *), void *);
extern unsigned short int *seed48(unsigned short int[3]);
extern char *setstate(char *);
extern void srand48(long int);
extern long long int strtoq(const char *restrict, char **restrict, int);
extern unsigned long long int strtouq(const char *restrict, char **restrict, int);
#ifdef _GNU_SOURCE
extern char *canonicalize_file_name(const char *);
extern int grantpt(int);
extern int mkostemp(char *, int);
extern int mkostemps(char *, int, int);
extern int posix_openpt(int);
extern char *ptsname(int);
extern int ptsname_r(int, char *, size_t);
extern char *secure_getenv(const char *);
extern int unlockpt(int);
#endif
#ifdef _GNU_SOURCE
extern void qsort_r(void *, size_t, size_t, int (*)(const void *, const void *, void *), void *);
#endif
#endif
