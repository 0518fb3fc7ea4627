struct clk { int rate; };
int clk_prepare_enable(struct clk *);
void clk_disable_unprepare(struct clk *);
int nondet_int(void);
static struct clk core, bus;

static int start(void)
{
  int error = clk_prepare_enable(&core);
  if (error)
    return error;
  error = clk_prepare_enable(&bus);
  if (error) {
    clk_disable_unprepare(&core);
    return error;
  }
  return 0;
}

int main(void)
{
  if (start())
    return 1;
  clk_disable_unprepare(&bus);
  clk_disable_unprepare(&core);
  return 0;
}
