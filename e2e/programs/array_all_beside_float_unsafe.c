// UNSAFE
// One cell is another, beside what counts in floating point.
// INPUTS: 6
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern double __VERIFIER_nondet_double(void);
int a[100000];
int main(void)
{
  int n = __VERIFIER_nondet_int();
  double sum = 0;
  if (n < 0 || n > 100000)
    return 0;
  for (int i = 0; i < n; i++) {
    a[i] = i == 5 ? 8 : 7;
    sum = sum + 0.5;
  }
  for (int i = 0; i < n; i++)
    if (a[i] != 7)
      reach_error();
  return sum < 0;
}
