#ifndef _YOGI_DLFCN_H
#define _YOGI_DLFCN_H
#define RTLD_LAZY 1
#define RTLD_NOW 2
#define RTLD_NOLOAD 4
#define RTLD_DEEPBIND 8
#define RTLD_GLOBAL 0x100
#define RTLD_LOCAL 0
#define RTLD_NODELETE 0x1000
#ifdef _GNU_SOURCE
#define RTLD_NEXT ((void *)-1l)
#define RTLD_DEFAULT ((void *)0)
#endif
extern void *dlopen(const char *, int);
extern int dlclose(void *);
extern void *dlsym(void *restrict, const char *restrict);
extern char *dlerror(void);
#endif
