// CHECK: bounds
// TRUE
// The end of a member of variable length (GNU).
extern int __VERIFIER_nondet_int(void);

int main(void)
{
  int n = __VERIFIER_nondet_int() ? 4 : 8;
  struct {
    char text[n];
    int length;
  } line, *p = &line;
  line.length = n;
  for (int i = 0; i < line.length; i++)
    p->text[i] = 'a';
  p->text[n - 1] = 0;
  return line.length;
}
