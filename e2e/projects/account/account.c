#include <stdlib.h>
#include "account.h"

struct account {
  int funds;
  int draws;
};

struct account *account_open(int funds)
{
  struct account *a = malloc(sizeof *a);
  a->funds = funds;
  a->draws = 0;
  return a;
}

int account_draw(struct account *a, int amount)
{
  if (amount < 0 || amount > a->funds)
    return 0;
  a->funds -= amount;
  a->draws++;
  return 1;
}

int account_funds(const struct account *a) { return a->funds; }
