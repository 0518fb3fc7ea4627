#ifndef _YOGI_SETJMP_H
#define _YOGI_SETJMP_H
typedef struct { long __registers[sizeof(long) == 8 ? 8 : 6]; int __saved; unsigned long __mask[1024 / (8 * sizeof(unsigned long))]; } jmp_buf[1];
typedef jmp_buf sigjmp_buf;
extern int setjmp(jmp_buf);
extern int _setjmp(jmp_buf);
extern int sigsetjmp(sigjmp_buf, int);
extern void longjmp(jmp_buf, int) __attribute__((__noreturn__));
extern void _longjmp(jmp_buf, int) __attribute__((__noreturn__));
extern void siglongjmp(sigjmp_buf, int) __attribute__((__noreturn__));
#endif
