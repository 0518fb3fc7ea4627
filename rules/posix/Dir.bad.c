typedef struct { int fd; } DIR;
struct dirent { int ino; };
DIR *opendir(const char *);
struct dirent *readdir(DIR *);
int closedir(DIR *);

static int find(const char *path, int ino)
{
  struct dirent *e;
  DIR *d = opendir(path);
  if (!d)
    return -1;
  while ((e = readdir(d)))
    if (e->ino == ino)
      return 1; /* the stream stays open */
  closedir(d);
  return 0;
}

int main(void)
{
  return find(".", 7);
}
