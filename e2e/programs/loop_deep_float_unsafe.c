// UNSAFE
// The error is behind hundreds of rounds of two loops, and no condition on the input leads to it: runs find it.
// INPUTS: 800
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static double level[1000];

int main(void)
{
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000)
    return 0;
  for (int i = 0; i < n; i++)
    level[i] = i * 0.5;
  for (int i = 0; i < n; i++)
    if (level[i] > 300)
      reach_error();
  return 0;
}
