#ifndef _YOGI_STDDEF_H
#define _YOGI_STDDEF_H
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __WCHAR_TYPE__ wchar_t;
typedef struct {
  long long __ll __attribute__((aligned(__alignof__(long long))));
  long double __ld __attribute__((aligned(__alignof__(long double))));
#ifdef __i386__
  __float128 __f __attribute__((aligned(__alignof__(__float128))));
#endif
} max_align_t;
#undef NULL
#define NULL ((void *)0)
#define offsetof(type, member) __builtin_offsetof(type, member)
#endif
