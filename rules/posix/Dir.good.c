typedef struct { int fd; } DIR;
struct dirent { int ino; };
DIR *opendir(const char *);
struct dirent *readdir(DIR *);
int closedir(DIR *);

static int count(const char *path)
{
  int n = 0;
  DIR *d = opendir(path);
  if (!d)
    return -1;
  while (readdir(d))
    n++;
  closedir(d);
  return n;
}

int main(void)
{
  return count(".") < 0;
}
