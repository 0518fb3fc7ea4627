#ifndef _YOGI_PWD_H
#define _YOGI_PWD_H
#include <stdio.h>
#include <sys/types.h>
struct passwd { char *pw_name; char *pw_passwd; uid_t pw_uid; gid_t pw_gid; char *pw_gecos; char *pw_dir; char *pw_shell; };
extern void setpwent(void);
extern void endpwent(void);
extern struct passwd *getpwent(void);
extern struct passwd *fgetpwent(FILE *);
extern struct passwd *getpwuid(uid_t);
extern struct passwd *getpwnam(const char *);
extern int getpwuid_r(uid_t, struct passwd *restrict, char *restrict, size_t, struct passwd **restrict);
extern int getpwnam_r(const char *restrict, struct passwd *restrict, char *restrict, size_t, struct passwd **restrict);
#endif
