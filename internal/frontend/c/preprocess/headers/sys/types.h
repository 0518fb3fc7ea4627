#ifndef _YOGI_SYS_TYPES_H
#define _YOGI_SYS_TYPES_H
#include <stddef.h>
#include <stdint.h>
#if !defined __x86_64__ && !defined __i386__
/* The other types are of several widths, by the system and the C library. */
typedef __PTRDIFF_TYPE__ ssize_t;
typedef long off_t;
#else
#ifdef __LP64__
typedef long ssize_t;
typedef unsigned long ino_t;
typedef unsigned long nlink_t;
#else
typedef int ssize_t;
typedef unsigned long ino_t;
typedef unsigned int nlink_t;
#endif
typedef long off_t;
typedef long long off64_t;
typedef long long loff_t;
typedef int pid_t;
typedef unsigned int uid_t;
typedef unsigned int gid_t;
typedef unsigned int id_t;
typedef unsigned int mode_t;
typedef unsigned long long dev_t;
typedef long blksize_t;
typedef long blkcnt_t;
typedef long time_t;
typedef long clock_t;
typedef long suseconds_t;
typedef unsigned int useconds_t;
typedef int clockid_t;
typedef void *timer_t;
typedef int key_t;
typedef char *caddr_t;
#endif
typedef unsigned char u_char;
typedef unsigned short u_short;
typedef unsigned int u_int;
typedef unsigned long u_long;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef int8_t __int8_t;
typedef int16_t __int16_t;
typedef int32_t __int32_t;
typedef int64_t __int64_t;
typedef uint8_t __uint8_t;
typedef uint16_t __uint16_t;
typedef uint32_t __uint32_t;
typedef uint64_t __uint64_t;
typedef uint8_t u_int8_t;
typedef uint16_t u_int16_t;
typedef uint32_t u_int32_t;
typedef uint64_t u_int64_t;
#endif
