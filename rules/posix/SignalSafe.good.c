int puts(const char *);
long write(int, const void *, unsigned long);
int nondet_int(void);
static volatile int stop;

void on_signal(int number)
{
  stop = number;
  if (number == 2)
    write(2, "interrupted\n", 12);
}

int main(void)
{
  puts("start");
  if (nondet_int())
    on_signal(nondet_int());
  puts("end");
  return 0;
}
