#ifndef _YOGI_WCHAR_H
#define _YOGI_WCHAR_H
#include <stddef.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
typedef unsigned int wint_t;
typedef struct { int __count; union { wint_t __wch; char __wchb[4]; } __value; } mbstate_t;
#define WEOF (0xffffffffu)
struct tm;
extern wchar_t *wcscpy(wchar_t *restrict, const wchar_t *restrict);
extern wchar_t *wcsncpy(wchar_t *restrict, const wchar_t *restrict, size_t);
extern wchar_t *wcscat(wchar_t *restrict, const wchar_t *restrict);
extern wchar_t *wcsncat(wchar_t *restrict, const wchar_t *restrict, size_t);
extern int wcscmp(const wchar_t *, const wchar_t *);
extern int wcsncmp(const wchar_t *, const wchar_t *, size_t);
extern wchar_t *wcsdup(const wchar_t *);
extern wchar_t *wcschr(const wchar_t *, wchar_t);
extern wchar_t *wcsrchr(const wchar_t *, wchar_t);
extern wchar_t *wcspbrk(const wchar_t *, const wchar_t *);
extern wchar_t *wcsstr(const wchar_t *, const wchar_t *);
extern size_t wcslen(const wchar_t *);
extern size_t wcsnlen(const wchar_t *, size_t);
extern size_t wcsspn(const wchar_t *, const wchar_t *);
extern size_t wcscspn(const wchar_t *, const wchar_t *);
extern wchar_t *wmemchr(const wchar_t *, wchar_t, size_t);
extern int wmemcmp(const wchar_t *, const wchar_t *, size_t);
extern wchar_t *wmemcpy(wchar_t *restrict, const wchar_t *restrict, size_t);
extern wchar_t *wmemmove(wchar_t *, const wchar_t *, size_t);
extern wchar_t *wmemset(wchar_t *, wchar_t, size_t);
extern wint_t btowc(int);
extern int wctob(wint_t);
extern size_t mbrtowc(wchar_t *restrict, const char *restrict, size_t, mbstate_t *restrict);
extern size_t wcrtomb(char *restrict, wchar_t, mbstate_t *restrict);
extern int wprintf(const wchar_t *restrict, ...);
extern int swprintf(wchar_t *restrict, size_t, const wchar_t *restrict, ...);
extern int wscanf(const wchar_t *restrict, ...);
extern wint_t fgetwc(FILE *);
extern wchar_t *fgetws(wchar_t *restrict, int, FILE *restrict);
extern wint_t fputwc(wchar_t, FILE *);
extern long wcstol(const wchar_t *restrict, wchar_t **restrict, int);

extern wint_t getwchar(void);
extern size_t mbrlen(const char *restrict, size_t, mbstate_t *restrict);
extern int mbsinit(const mbstate_t *);
extern size_t mbsrtowcs(wchar_t *restrict, const char **restrict, size_t, mbstate_t *restrict);
extern wint_t putwchar(wchar_t);
extern int swscanf(const wchar_t *restrict, const wchar_t *restrict, ...);
extern int vswprintf(wchar_t *restrict, size_t, const wchar_t *restrict, va_list);
extern int vswscanf(const wchar_t *restrict, const wchar_t *restrict, va_list);
extern int vwprintf(const wchar_t *restrict, va_list);
extern int vwscanf(const wchar_t *restrict, va_list);
extern wchar_t *wcpcpy(wchar_t *restrict, const wchar_t *restrict);
extern wchar_t *wcpncpy(wchar_t *restrict, const wchar_t *restrict, size_t);
extern int wcscasecmp(const wchar_t *, const wchar_t *);
extern int wcscoll(const wchar_t *, const wchar_t *);
extern size_t wcsftime(wchar_t *restrict, size_t, const wchar_t *restrict, const struct tm *restrict);
extern int wcsncasecmp(const wchar_t *, const wchar_t *, size_t);
extern size_t wcsrtombs(char *restrict, const wchar_t **restrict, size_t, mbstate_t *restrict);
extern double wcstod(const wchar_t *restrict, wchar_t **restrict);
extern float wcstof(const wchar_t *restrict, wchar_t **restrict);
extern wchar_t *wcstok(wchar_t *restrict, const wchar_t *restrict, wchar_t **restrict);
extern long double wcstold(const wchar_t *restrict, wchar_t **restrict);
extern long long int wcstoll(const wchar_t *restrict, wchar_t **restrict, int);
extern unsigned long int wcstoul(const wchar_t *restrict, wchar_t **restrict, int);
extern unsigned long long int wcstoull(const wchar_t *restrict, wchar_t **restrict, int);
extern size_t wcsxfrm(wchar_t *restrict, const wchar_t *restrict, size_t);
#ifdef _GNU_SOURCE
extern wchar_t *wcschrnul(const wchar_t *, wchar_t);
extern int wcswidth(const wchar_t *, size_t);
extern int wcwidth(wchar_t);
extern wchar_t *wmempcpy(wchar_t *restrict, const wchar_t *restrict, size_t);
#endif
struct _IO_FILE;
extern wint_t getwc(struct _IO_FILE *);
extern wint_t putwc(wchar_t, struct _IO_FILE *);
extern wint_t ungetwc(wint_t, struct _IO_FILE *);
extern int fputws(const wchar_t *restrict, struct _IO_FILE *restrict);
extern int fwide(struct _IO_FILE *, int);
extern int fwprintf(struct _IO_FILE *restrict, const wchar_t *restrict, ...);
extern int vfwprintf(struct _IO_FILE *restrict, const wchar_t *restrict, __builtin_va_list);
extern int fwscanf(struct _IO_FILE *restrict, const wchar_t *restrict, ...);
extern int vfwscanf(struct _IO_FILE *restrict, const wchar_t *restrict, __builtin_va_list);
#endif
