void local_irq_disable(void);
void local_irq_enable(void);
int nondet_int(void);
static int counter;

static int bump(int by)
{
  int now = -1;
  local_irq_disable();
  if (by > 0) {
    counter += by;
    now = counter;
  }
  local_irq_enable();
  return now;
}

int main(void)
{
  for (int i = 0; i < nondet_int(); i++)
    bump(nondet_int());
  return 0;
}
