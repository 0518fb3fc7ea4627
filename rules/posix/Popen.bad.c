typedef struct { int fd; } FILE;
FILE *fopen(const char *, const char *);
FILE *popen(const char *, const char *);
int fclose(FILE *);
int nondet_int(void);

int main(void)
{
  FILE *f = nondet_int() > 0 ? popen("sort", "w") : fopen("out", "w");
  if (!f)
    return 1;
  return fclose(f);
}
