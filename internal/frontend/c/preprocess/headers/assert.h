#undef assert
#ifdef NDEBUG
#define assert(expr) ((void)0)
#else
#define assert(expr) ((expr) ? (void)0 : __assert_fail(#expr, __FILE__, __LINE__, __func__))
#endif
#ifndef _YOGI_ASSERT_H
#define _YOGI_ASSERT_H
#define static_assert _Static_assert
extern void __assert_fail(const char *expr, const char *file, unsigned int line, const char *function) __attribute__((__noreturn__));
extern void __assert_perror_fail(int errnum, const char *file, unsigned int line, const char *function) __attribute__((__noreturn__));
extern void __assert(const char *expr, const char *file, int line) __attribute__((__noreturn__));
#endif
