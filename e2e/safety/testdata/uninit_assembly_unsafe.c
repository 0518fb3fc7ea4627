// CHECK: uninit
// FALSE(valid-read) interpreted
// An operand of assembly is read: an input, and an output that keeps what it held.
extern int __VERIFIER_nondet_int(void);

static int scaled(int by)
{
  int factor, product;
  if (by > 0)
    factor = by;
  __asm__("movl %1, %0" : "=r"(product) : "r"(factor));
  __asm__("incl %0" : "+r"(product));
  return product;
}

int main(void)
{
  return scaled(__VERIFIER_nondet_int()) == 3;
}
