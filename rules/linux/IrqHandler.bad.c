int request_irq(unsigned, int (*)(int, void *), unsigned long, const char *, void *);
void free_irq(unsigned, void *);
int nondet_int(void);
static int state;

static int handler(int irq, void *dev) { state = irq; return 1; }

static int probe(unsigned irq)
{
  if (request_irq(irq, handler, 0, "dev", &state))
    return -16;
  if (nondet_int())
    return -5; /* the line stays requested */
  return 0;
}

int main(void)
{
  if (probe(7) == 0)
    free_irq(7, &state);
  return 0;
}
