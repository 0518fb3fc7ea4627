int setuid(unsigned);
int setgid(unsigned);
int execv(const char *, char *const[]);
int nondet_int(void);

int main(void)
{
  char *args[] = { "worker", 0 };
  if (setgid(100) != 0 || setuid(1000) != 0)
    return 1;
  return execv("/bin/worker", args);
}
