// CHECK: reach,div
// FALSE(no-division-by-zero) executed
// The quotient is not needed, but the program divides.
int nondet_int(void);

int main(void)
{
  int by = nondet_int();
  (void)(100 / by);
  return 0;
}
