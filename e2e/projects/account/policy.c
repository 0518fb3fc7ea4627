#include "account.h"

static int limit = 100;

int policy_draw(struct account *a, int amount) { return amount > limit ? 0 : account_draw(a, amount); }
