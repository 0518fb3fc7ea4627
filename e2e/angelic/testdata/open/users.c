/* Accounts of users in a table of chains; a session holds a reference to its user. */
#include <stdlib.h>
#include <string.h>
void __VERIFIER_assert(int condition);

enum { CHAINS = 16, NAME = 24 };
struct user { char name[NAME]; int references; int admin; struct user *next; };
struct table { int held; struct user *chains[CHAINS]; int count; };
struct login { struct user *user; int failures; struct table *table; };

struct user *load_user(const char *name);
int check_password(struct user *u, const char *password);
void audit(const char *text, int code);

static void hold(struct user *u)
{
	__VERIFIER_assert(u->references >= 0);
	u->references++;
}

static void put(struct user *u)
{
	__VERIFIER_assert(u->references > 0);
	u->references--;
}

static void lock(struct table *t)
{
	__VERIFIER_assert(t->held == 0);
	t->held = 1;
}

static void unlock(struct table *t)
{
	__VERIFIER_assert(t->held == 1);
	t->held = 0;
}

static unsigned chain_of(int key)
{
	return (unsigned)key % CHAINS;
}

static int add(struct table *t, struct user *u, int key)
{
	unsigned chain = chain_of(key);
	u->next = t->chains[chain];
	t->chains[chain] = u;
	t->count++;
	return t->count;
}

/* Loads a user and makes it known. */
struct user *open_user(struct table *t, const char *name, int key)
{
	struct user *u;
	if (!name)
		return 0;
	u = load_user(name);
	if (!u)
		return 0;
	u->references = 0;
	lock(t);
	add(t, u, key);
	hold(u);
	unlock(t);
	return u;
}

int log_in(struct login *l, const char *name, const char *password, int key)
{
	struct user *u;
	u = open_user(l->table, name, key);
	if (!u) {
		audit("unknown user", -1);
		return -1;
	}
	if (check_password(u, password) < 0) {
		l->failures++;
		put(u);
		return -2;
	}
	if (u->admin && l->failures > 3) {
		audit("locked out", u->admin);
		put(u);
		return -3;
	}
	l->user = u;
	l->failures = 0;
	return 0;
}

int log_out(struct login *l)
{
	struct user *u = l->user;
	if (!u)
		return -1;
	l->user = 0;
	audit("out", u->admin);
	put(u);
	return 0;
}

int is_admin(struct login *l)
{
	if (!l || !l->user)
		return 0;
	return l->user->admin;
}

/* Renames the user of a login under the lock of the table. */
int rename_user(struct login *l, const char *name)
{
	struct table *t = l->table;
	struct user *u = l->user;
	int i;
	if (!u || !name)
		return -1;
	lock(t);
	if (u->references > 1) {
		unlock(t);
		audit("in use", u->references);
		return -2;
	}
	for (i = 0; i < NAME - 1 && name[i]; i++)
		u->name[i] = name[i];
	u->name[i] = 0;
	unlock(t);
	return 0;
}

/* Nothing is held when a request returns. */
int request(struct login *l, int code, const char *text)
{
	int status;
	if (!l)
		return -9;
	if (!l->table)
		return -9;
	if (code == 1)
		status = log_in(l, text, text, code);
	else
		status = rename_user(l, text);
	__VERIFIER_assert(l->table->held == 0);
	return status;
}
