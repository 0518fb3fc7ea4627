typedef __SIZE_TYPE__ size_t;
void *malloc(size_t);
void free(void *);
int nondet_int(void);

static int use(int *p, int n)
{
  if (n < 0) {
    free(p);
    return -1;
  }
  *p = n;
  return 0;
}

int main(void)
{
  int *p = malloc(sizeof(int));
  int error = use(p, nondet_int());
  free(p); /* use() has freed it when it failed */
  return error;
}
