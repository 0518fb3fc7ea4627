// CHECK: reach,null
// FALSE(valid-deref) executed
// Nothing needs what the pointer leads to, but the program goes through it.
int nondet_int(void);

int main(void)
{
  int n = 1, *p = nondet_int() ? &n : 0;
  if (*p == 1 || n) {
  }
  return 0;
}
