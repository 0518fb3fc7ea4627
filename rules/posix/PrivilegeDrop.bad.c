int setuid(unsigned);
int setgid(unsigned);
int execv(const char *, char *const[]);

int main(void)
{
  char *args[] = { "worker", 0 };
  if (setgid(100) != 0)
    return 1;
  setuid(1000);
  return execv("/bin/worker", args);
}
