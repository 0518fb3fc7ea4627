void local_irq_disable(void);
void local_irq_enable(void);
int nondet_int(void);
static int counter;

static void reset(void)
{
  local_irq_disable();
  counter = 0;
  local_irq_enable();
}

int main(void)
{
  local_irq_disable();
  if (counter < nondet_int())
    reset(); /* enables interrupts for the caller too */
  local_irq_enable();
  return 0;
}
