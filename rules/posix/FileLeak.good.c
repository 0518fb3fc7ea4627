typedef struct { int fd; } FILE;
FILE *fopen(const char *, const char *);
int fclose(FILE *);
int fcloseall(void);
int fputs(const char *, FILE *);
int nondet_int(void);

static int copy(void)
{
  FILE *in = fopen("in", "r"), *out;
  if (!in)
    return 1;
  out = fopen("out", "w");
  if (!out) {
    fcloseall();
    return 1;
  }
  while (nondet_int())
    fputs("x", out);
  fclose(in);
  return fclose(out);
}

int main(void)
{
  return copy();
}
