#ifndef _YOGI_GRP_H
#define _YOGI_GRP_H
#include <stdio.h>
#include <sys/types.h>
struct group { char *gr_name; char *gr_passwd; gid_t gr_gid; char **gr_mem; };
extern void setgrent(void);
extern void endgrent(void);
extern struct group *getgrent(void);
extern struct group *fgetgrent(FILE *);
extern struct group *getgrgid(gid_t);
extern struct group *getgrnam(const char *);
extern int getgrgid_r(gid_t, struct group *restrict, char *restrict, size_t, struct group **restrict);
extern int getgrnam_r(const char *restrict, struct group *restrict, char *restrict, size_t, struct group **restrict);
extern int getgrouplist(const char *, gid_t, gid_t *, int *);
extern int setgroups(size_t, const gid_t *);
extern int initgroups(const char *, gid_t);
#endif
