int chroot(const char *);
int chdir(const char *);
int open(const char *, int, ...);

int main(void)
{
  if (chroot("/var/empty") != 0)
    return 1;
  chdir("/"); /* may fail */
  return open("config", 0) < 0;
}
