typedef struct { int fd; } FILE;
FILE *fopen(const char *, const char *);
int fclose(FILE *);
int fputs(const char *, FILE *);
int fputc(int, FILE *);
int nondet_int(void);

static int save(const char *path, int lines)
{
  FILE *f = fopen(path, "w");
  if (!f)
    return -1;
  for (int i = 0; i < lines; i++) {
    if (fputs("line", f) < 0 || fputc('\n', f) < 0) {
      fclose(f);
      return -1;
    }
  }
  return fclose(f);
}

int main(void)
{
  return save("a", nondet_int());
}
