// SAFE
// What a loop writes in all cells is not as large as that.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static double level[1000];

int main(void)
{
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000)
    return 0;
  for (int i = 0; i < n; i++)
    level[i] = 0.5;
  for (int i = 0; i < n; i++)
    if (level[i] > 300)
      reach_error();
  return 0;
}
