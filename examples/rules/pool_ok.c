struct buffer { int used; };
struct buffer *pool_get(void);
void pool_put(struct buffer *);
int nondet_int(void);

static int handle(int size)
{
  struct buffer *b = pool_get();
  if (!b)
    return -1;
  if (size > 100) {
    pool_put(b);
    return -1;
  }
  b->used = size;
  pool_put(b);
  return 0;
}

int main(void)
{
  while (nondet_int())
    handle(nondet_int());
  return 0;
}
