// CHECK: bounds
// FALSE(valid-deref) executed
// An element behind a row of variable length is outside of the array that is indexed, though inside of the object.
extern int __VERIFIER_nondet_int(void);

static int last(int rows, int columns, int m[rows][columns])
{
  return m[0][columns];
}

int main(void)
{
  int n = __VERIFIER_nondet_int() ? 2 : 3;
  int m[n][n];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      m[i][j] = i;
  return last(n, n, m);
}
