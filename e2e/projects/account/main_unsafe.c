#include "account.h"

int policy_draw(struct account *a, int amount);

int main(void)
{
  struct account *a = account_open(150);
  policy_draw(a, nondet_int());
  policy_draw(a, nondet_int());
  if (account_funds(a) < 50)
    reach_error();
  return 0;
}
