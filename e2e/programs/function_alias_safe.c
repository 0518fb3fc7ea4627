// SAFE
// A function with the attribute alias is another name of one that is defined in the file.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int next(int x)
{
  static int calls;
  calls++;
  return x + calls;
}

int step(int x) __attribute__((alias("next")));

int main(void)
{
  int x = __VERIFIER_nondet_int();
  if (x > 1000 || x < -1000)
    return 0;
  next(x);
  if (step(x) != x + 2)
    reach_error();
  return 0;
}
