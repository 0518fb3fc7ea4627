#ifndef ACCOUNT_H
#define ACCOUNT_H

/* What an account is, only account.c knows. */
struct account;

struct account *account_open(int funds);
int account_draw(struct account *a, int amount);
int account_funds(const struct account *a);

extern int nondet_int(void);
extern void reach_error(void);

#endif
