#ifndef _YOGI_STRING_H
#define _YOGI_STRING_H
#include <stddef.h>
extern void *memcpy(void *restrict, const void *restrict, size_t);
extern void *mempcpy(void *restrict, const void *restrict, size_t);
extern void *memmove(void *, const void *, size_t);
extern void *memset(void *, int, size_t);
extern int memcmp(const void *, const void *, size_t);
extern void *memchr(const void *, int, size_t);
extern void *memrchr(const void *, int, size_t);
extern void *rawmemchr(const void *, int);
extern char *strcpy(char *restrict, const char *restrict);
extern char *stpcpy(char *restrict, const char *restrict);
extern char *strncpy(char *restrict, const char *restrict, size_t);
extern char *strcat(char *restrict, const char *restrict);
extern char *strncat(char *restrict, const char *restrict, size_t);
extern int strcmp(const char *, const char *);
extern int strncmp(const char *, const char *, size_t);
extern int strcoll(const char *, const char *);
extern size_t strxfrm(char *restrict, const char *restrict, size_t);
extern char *strdup(const char *);
extern char *strndup(const char *, size_t);
extern char *strchr(const char *, int);
extern char *strrchr(const char *, int);
extern char *strchrnul(const char *, int);
extern size_t strcspn(const char *, const char *);
extern size_t strspn(const char *, const char *);
extern char *strpbrk(const char *, const char *);
extern char *strstr(const char *, const char *);
extern char *strcasestr(const char *, const char *);
extern char *strtok(char *restrict, const char *restrict);
extern char *strtok_r(char *restrict, const char *restrict, char **restrict);
extern char *strsep(char **restrict, const char *restrict);
extern size_t strlen(const char *);
extern size_t strnlen(const char *, size_t);
extern char *strerror(int);
extern char *strsignal(int);
extern int strcasecmp(const char *, const char *);
extern int strncasecmp(const char *, const char *, size_t);
extern int bcmp(const void *, const void *, size_t);
extern void bcopy(const void *, void *, size_t);
extern void bzero(void *, size_t);
extern char *index(const char *, int);
extern char *rindex(const char *, int);
extern int ffs(int);

extern void explicit_bzero(void *, size_t);
extern void *memccpy(void *restrict, const void *restrict, int, size_t);
extern char *stpncpy(char *restrict, const char *restrict, size_t);
#ifdef _GNU_SOURCE
extern char *basename(const char *);
extern void *memfrob(void *, size_t);
extern void *memmem(const void *, size_t, const void *, size_t);
extern const char *sigabbrev_np(int);
extern const char *sigdescr_np(int);
extern char *strerror_r(int, char *, size_t);
extern const char *strerrordesc_np(int);
extern const char *strerrorname_np(int);
extern char *strfry(char *);
#endif
#endif
