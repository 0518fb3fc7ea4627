// SAFE
// A remainder is less than what is divided by, whatever that is.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  unsigned size = __VERIFIER_nondet_int(), head = __VERIFIER_nondet_int();
  unsigned count = __VERIFIER_nondet_int();
  if (size == 0)
    return 0;
  if ((head + count) % size >= size)
    reach_error();
  return 0;
}
