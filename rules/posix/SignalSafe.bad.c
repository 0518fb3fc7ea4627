int puts(const char *);
int nondet_int(void);
static volatile int stop;

static void report(int number)
{
  if (number == 15)
    puts("terminated");
}

void on_signal(int number)
{
  stop = number;
  report(number);
}

int main(void)
{
  puts("start");
  if (nondet_int())
    on_signal(nondet_int());
  return 0;
}
