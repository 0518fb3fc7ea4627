/* Nothing of the other file is declared but what cannot be left out. */
int total;
extern long *where();
extern int nondet_int();
extern void reach_error();

int main()
{
  int amount = nondet_int();
  clear();
  if (amount < 0 || amount > 1000)
    return 0;
  if (add(amount, 1) != 2 * amount || total != 2 * amount)
    reach_error();
  *where() = *where() + 1;
  if (*where() != 6)
    reach_error();
  return 0;
}
