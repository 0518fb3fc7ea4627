int open(const char *, int, ...);
int access(const char *, int);

int main(void)
{
  static const char log[] = "log";
  if (access(log, 2) == 0)
    return open(log, 1) < 0;
  return 0;
}
