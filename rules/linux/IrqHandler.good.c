int request_irq(unsigned, int (*)(int, void *), unsigned long, const char *, void *);
void free_irq(unsigned, void *);
int nondet_int(void);
static int state, second;

static int handler(int irq, void *dev) { state = irq; return 1; }

static int probe(unsigned irq)
{
  if (request_irq(irq, handler, 0, "dev", &state))
    return -16;
  if (nondet_int()) {
    free_irq(irq, &state);
    return -5;
  }
  return 0;
}

int main(void)
{
  unsigned irq = nondet_int();
  if (probe(irq) == 0) {
    if (request_irq(irq, handler, 0x80, "second", &second) == 0) /* on the same line */
      free_irq(irq, &second);
    free_irq(irq, &state);
  }
  return 0;
}
