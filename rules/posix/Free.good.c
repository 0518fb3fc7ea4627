typedef __SIZE_TYPE__ size_t;
void *malloc(size_t);
void free(void *);
int nondet_int(void);

struct pair { int *left, *right; };

static void drop(struct pair *p)
{
  free(p->left);
  free(p->right);
  p->left = p->right = 0;
}

int main(void)
{
  struct pair p = { 0, 0 };
  p.left = malloc(sizeof(int));
  if (nondet_int())
    p.right = malloc(sizeof(int));
  if (nondet_int() > 3)
    drop(&p);
  drop(&p);
  return 0;
}
