#ifndef _YOGI_DIRENT_H
#define _YOGI_DIRENT_H
#include <sys/types.h>
typedef struct __dirstream DIR;
struct dirent { ino_t d_ino; off_t d_off; unsigned short d_reclen; unsigned char d_type; char d_name[256]; };
#define DT_UNKNOWN 0
#define DT_FIFO 1
#define DT_CHR 2
#define DT_DIR 4
#define DT_BLK 6
#define DT_REG 8
#define DT_LNK 10
#define DT_SOCK 12
#define d_fileno d_ino
#define MAXNAMLEN 255
extern DIR *opendir(const char *);
extern DIR *fdopendir(int);
extern struct dirent *readdir(DIR *);
extern void rewinddir(DIR *);
extern void seekdir(DIR *, long);
extern long telldir(DIR *);
extern int dirfd(DIR *);
extern int closedir(DIR *);
extern int scandir(const char *restrict, struct dirent ***restrict, int (*)(const struct dirent *), int (*)(const struct dirent **, const struct dirent **));
extern int alphasort(const struct dirent **, const struct dirent **);
#endif
