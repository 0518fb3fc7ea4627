// SAFE
// Functions with the attribute constructor run before main, those with a priority first.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int order;

__attribute__((constructor)) static void last(void) { order = order * 10 + 3; }
__attribute__((constructor(200))) static void second(void) { order = order * 10 + 2; }
__attribute__((constructor(150))) static void first(void) { order = order * 10 + 1; }

int main(void)
{
  int x = __VERIFIER_nondet_int();
  if (x > 5 && order != 123)
    reach_error();
  return 0;
}
