// UNSAFE
// Attributes in double brackets that change no run may stand anywhere.
// INPUTS: none
extern void reach_error(void);

[[nodiscard("it may fail"), gnu::noinline]] static int next([[maybe_unused]] int by, int x)
{
  int y [[gnu::unused]] = by;
  switch (x) {
  case 1:
    x++;
    [[fallthrough]];
  case 2:
    x++;
  }
  return x;
}

int main(void)
{
  if (next(0, 1) == 3)
    reach_error();
  return 0;
}
