// CHECK: uninit
// TRUE
// An output of assembly is not read, and holds a value behind it.
extern int __VERIFIER_nondet_int(void);

static int scaled(int by)
{
  int factor, product;
  if (by > 0)
    factor = by;
  else
    factor = 1;
  __asm__("movl %1, %0" : "=r"(product) : "r"(factor));
  __asm__("incl %0" : "+r"(product));
  return product;
}

int main(void)
{
  return scaled(__VERIFIER_nondet_int()) == 3;
}
