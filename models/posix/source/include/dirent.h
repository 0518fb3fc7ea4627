#ifndef YOGI_DIRENT_H
#define YOGI_DIRENT_H
#include <sys/types.h>
typedef struct yogi_directory DIR;
struct dirent {
  unsigned long d_ino;
  unsigned char d_type;
  char d_name[256];
};
#define DT_UNKNOWN 0
#define DT_DIR 4
#define DT_REG 8
#define DT_LNK 10
DIR *opendir(const char *);
DIR *fdopendir(int);
struct dirent *readdir(DIR *);
void rewinddir(DIR *);
int dirfd(DIR *);
int closedir(DIR *);
#endif
