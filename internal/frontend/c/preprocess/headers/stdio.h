#ifndef _YOGI_STDIO_H
#define _YOGI_STDIO_H
#include <stddef.h>
#include <stdarg.h>
#include <sys/types.h>
#ifdef __linux__
struct _IO_FILE { long __reserved[sizeof(long) == 8 ? 27 : 37]; };
#endif
typedef struct _IO_FILE FILE;
typedef struct { long __pos; long long __state; } fpos_t;
extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;
#define stdin stdin
#define stdout stdout
#define stderr stderr
#define EOF (-1)
#define BUFSIZ 8192
#define FILENAME_MAX 4096
#define FOPEN_MAX 16
#define TMP_MAX 238328
#define L_tmpnam 20
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
extern int printf(const char *restrict, ...);
extern int fprintf(FILE *restrict, const char *restrict, ...);
extern int sprintf(char *restrict, const char *restrict, ...);
extern int snprintf(char *restrict, size_t, const char *restrict, ...);
extern int dprintf(int, const char *restrict, ...);
extern int asprintf(char **restrict, const char *restrict, ...);
extern int vprintf(const char *restrict, va_list);
extern int vfprintf(FILE *restrict, const char *restrict, va_list);
extern int vsprintf(char *restrict, const char *restrict, va_list);
extern int vsnprintf(char *restrict, size_t, const char *restrict, va_list);
extern int vasprintf(char **restrict, const char *restrict, va_list);
extern int scanf(const char *restrict, ...);
extern int fscanf(FILE *restrict, const char *restrict, ...);
extern int sscanf(const char *restrict, const char *restrict, ...);
extern int vscanf(const char *restrict, va_list);
extern int vfscanf(FILE *restrict, const char *restrict, va_list);
extern int vsscanf(const char *restrict, const char *restrict, va_list);
extern int getc(FILE *);
extern int fgetc(FILE *);
extern int getchar(void);
extern int putc(int, FILE *);
extern int fputc(int, FILE *);
extern int putchar(int);
extern int ungetc(int, FILE *);
extern char *gets(char *);
extern char *fgets(char *restrict, int, FILE *restrict);
extern int fputs(const char *restrict, FILE *restrict);
extern int puts(const char *);
extern ssize_t getline(char **restrict, size_t *restrict, FILE *restrict);
extern size_t fread(void *restrict, size_t, size_t, FILE *restrict);
extern size_t fwrite(const void *restrict, size_t, size_t, FILE *restrict);
extern FILE *fopen(const char *restrict, const char *restrict);
extern FILE *freopen(const char *restrict, const char *restrict, FILE *restrict);
extern FILE *fdopen(int, const char *);
extern FILE *tmpfile(void);
extern FILE *popen(const char *, const char *);
extern int pclose(FILE *);
extern char *tmpnam(char *);
extern int fclose(FILE *);
extern int fflush(FILE *);
extern int fseek(FILE *, long, int);
extern long ftell(FILE *);
extern void rewind(FILE *);
extern int fgetpos(FILE *restrict, fpos_t *restrict);
extern int fsetpos(FILE *, const fpos_t *);
extern int feof(FILE *);
extern int ferror(FILE *);
extern void clearerr(FILE *);
extern int fileno(FILE *);
extern void perror(const char *);
extern int remove(const char *);
extern int rename(const char *, const char *);
extern void setbuf(FILE *restrict, char *restrict);
extern int setvbuf(FILE *restrict, char *restrict, int, size_t);

extern void clearerr_unlocked(FILE *);
extern char *ctermid(char *);
extern int feof_unlocked(FILE *);
extern int ferror_unlocked(FILE *);
extern int fflush_unlocked(FILE *);
extern int fgetc_unlocked(FILE *);
extern int fileno_unlocked(FILE *);
extern void flockfile(FILE *);
extern FILE *fmemopen(void *, size_t, const char *);
extern int fputc_unlocked(int, FILE *);
extern size_t fread_unlocked(void *restrict, size_t, size_t, FILE *restrict);
extern int fseeko(FILE *, off_t, int);
extern off_t ftello(FILE *);
extern int ftrylockfile(FILE *);
extern void funlockfile(FILE *);
extern size_t fwrite_unlocked(const void *restrict, size_t, size_t, FILE *restrict);
extern int getc_unlocked(FILE *);
extern int getchar_unlocked(void);
extern ssize_t getdelim(char **restrict, size_t *restrict, int, FILE *restrict);
extern int getw(FILE *);
extern FILE *open_memstream(char **, size_t *);
extern int putc_unlocked(int, FILE *);
extern int putchar_unlocked(int);
extern int putw(int, FILE *);
extern int renameat(int, const char *, int, const char *);
extern void setbuffer(FILE *restrict, char *restrict, size_t);
extern void setlinebuf(FILE *);
extern char *tempnam(const char *, const char *);
extern int vdprintf(int, const char *restrict, va_list);
#ifdef _GNU_SOURCE
extern char *cuserid(char *);
extern char *fgets_unlocked(char *restrict, int, FILE *restrict);
extern int fputs_unlocked(const char *restrict, FILE *restrict);
#endif
#endif
