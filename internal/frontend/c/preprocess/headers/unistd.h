#ifndef _YOGI_UNISTD_H
#define _YOGI_UNISTD_H
#include <stddef.h>
#include <sys/types.h>
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#ifndef SEEK_SET
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#endif
#define F_OK 0
#define X_OK 1
#define W_OK 2
#define R_OK 4
#define _SC_PAGESIZE 30
#define _SC_NPROCESSORS_ONLN 84
extern char *optarg;
extern int optind;
extern int opterr;
extern int optopt;
extern int getopt(int, char *const *, const char *);
extern ssize_t read(int, void *, size_t);
extern ssize_t write(int, const void *, size_t);
extern int close(int);
extern off_t lseek(int, off_t, int);
extern int access(const char *, int);
extern int unlink(const char *);
extern int rmdir(const char *);
extern int chdir(const char *);
extern char *getcwd(char *, size_t);
extern int dup(int);
extern int dup2(int, int);
extern int pipe(int *);
extern pid_t fork(void);
extern int execv(const char *, char *const *);
extern int execvp(const char *, char *const *);
extern int execve(const char *, char *const *, char *const *);
extern void _exit(int) __attribute__((__noreturn__));
extern pid_t getpid(void);
extern pid_t getppid(void);
extern uid_t getuid(void);
extern uid_t geteuid(void);
extern gid_t getgid(void);
extern gid_t getegid(void);
extern int setuid(uid_t);
extern int setgid(gid_t);
extern int seteuid(uid_t);
extern int setegid(gid_t);
extern int setreuid(uid_t, uid_t);
extern int setregid(gid_t, gid_t);
#ifdef _GNU_SOURCE
extern int setresuid(uid_t, uid_t, uid_t);
extern int setresgid(gid_t, gid_t, gid_t);
#endif
extern int chroot(const char *);
extern int chown(const char *, uid_t, gid_t);
extern int fchdir(int);
extern int execl(const char *, const char *, ...);
extern int execlp(const char *, const char *, ...);
extern unsigned int sleep(unsigned int);
extern int usleep(useconds_t);
extern int pause(void);
extern unsigned int alarm(unsigned int);
extern int isatty(int);
extern int ftruncate(int, off_t);
extern int fsync(int);
extern long sysconf(int);
extern int gethostname(char *, size_t);
extern void *sbrk(ptrdiff_t);

extern size_t confstr(int, char *, size_t);
extern char *crypt(const char *, const char *);
extern int execle(const char *, const char *, ...);
extern int fchown(int, uid_t, gid_t);
extern int fdatasync(int);
extern int fexecve(int, char *const[], char *const[]);
extern long int fpathconf(int, int);
extern int getdomainname(char *, size_t);
extern int getgroups(int, gid_t[]);
extern char *getlogin(void);
extern int getlogin_r(char *, size_t);
extern char *getpass(const char *);
extern char *getusershell(void);
extern int getpagesize(void);
extern pid_t getpgid(pid_t);
extern pid_t getpgrp(void);
extern pid_t getsid(pid_t);
extern char *getwd(char *);
extern int lchown(const char *, uid_t, gid_t);
extern int link(const char *, const char *);
extern int lockf(int, int, off_t);
extern int nice(int);
extern long int pathconf(const char *, int);
extern ssize_t pread(int, void *, size_t, off_t);
extern ssize_t pwrite(int, const void *, size_t, off_t);
extern ssize_t readlink(const char *restrict, char *restrict, size_t);
extern ssize_t readlinkat(int, const char *restrict, char *restrict, size_t);
extern int sethostname(const char *, size_t);
extern int setpgid(pid_t, pid_t);
extern pid_t setsid(void);
extern int symlink(const char *, const char *);
extern void sync(void);
extern int tcsetpgrp(int, pid_t);
extern int truncate(const char *, off_t);
extern char *ttyname(int);
extern int ttyname_r(int, char *, size_t);
extern int unlinkat(int, const char *, int);
extern int vhangup(void);
#ifdef _GNU_SOURCE
extern int dup3(int, int, int);
extern void closefrom(int);
extern int eaccess(const char *, int);
extern int euidaccess(const char *, int);
extern int execvpe(const char *, char *const[], char *const[]);
extern char *get_current_dir_name(void);
extern int getresgid(gid_t *, gid_t *, gid_t *);
extern int getresuid(uid_t *, uid_t *, uid_t *);
extern pid_t gettid(void);
extern int pipe2(int[2], int);
extern void swab(const void *restrict, void *restrict, ssize_t);
#endif
extern int getentropy(void *, size_t);
#endif
