struct stat { int mode; };
int open(const char *, int, ...);
int fstat(int, struct stat *);
int access(const char *, int);
int close(int);

int main(int argc, char **argv)
{
  static const char config[] = "config", log[] = "log";
  struct stat s = { 0 };
  int fd;
  if (access(config, 4) != 0)
    return 1;
  fd = open(log, 1);
  if (fd < 0)
    return 1;
  if (fstat(fd, &s) != 0 || s.mode != 1)
    close(fd);
  return 0;
}
