#ifndef YOGI_GRP_H
#define YOGI_GRP_H
#include <sys/types.h>
int setgroups(size_t, const gid_t *);
int initgroups(const char *, gid_t);
#endif
