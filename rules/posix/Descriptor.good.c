int open(const char *, int, ...);
int close(int);
long write(int, const void *, unsigned long);
int nondet_int(void);

static int save(const char *path)
{
  int fd = open(path, 1);
  if (fd < 0)
    return -1;
  while (nondet_int()) {
    if (write(fd, "x", 1) != 1) {
      close(fd);
      return -1;
    }
  }
  return close(fd);
}

int main(void)
{
  int first = save("a");
  return first ? first : save("b");
}
