typedef struct { int fd; } FILE;
FILE *fopen(const char *, const char *);
FILE *popen(const char *, const char *);
int fclose(FILE *);
int pclose(FILE *);
int nondet_int(void);

int main(void)
{
  int piped = nondet_int() != 0;
  FILE *f = piped ? popen("sort", "w") : fopen("out", "w");
  if (!f)
    return 1;
  return piped ? pclose(f) : fclose(f);
}
