#ifndef _YOGI_FCNTL_H
#define _YOGI_FCNTL_H
#include <sys/types.h>
#define O_RDONLY 0
#define O_WRONLY 1
#define O_RDWR 2
#define O_CREAT 0100
#define O_EXCL 0200
#define O_TRUNC 01000
#define O_APPEND 02000
#define O_NONBLOCK 04000
#define F_GETFL 3
#define F_SETFL 4
extern int open(const char *, int, ...);
extern int creat(const char *, mode_t);
extern int fcntl(int, int, ...);

extern int lockf(int, int, off_t);
extern int openat(int, const char *, int, ...);
#endif
