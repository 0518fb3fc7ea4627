void *kmalloc(unsigned long, unsigned);
void kfree(const void *);
int nondet_int(void);

struct device { void *buffer; };

static void stop(struct device *d)
{
  kfree(d->buffer);
}

int main(void)
{
  struct device d;
  d.buffer = kmalloc(64, 0x20u);
  if (!d.buffer)
    return 1;
  if (nondet_int() < 0)
    stop(&d);
  stop(&d);
  return 0;
}
