#include "drive.h"
#include "../open/users.c"
struct user *load_user(const char *name) { struct user *u = maybe(sizeof *u); if (u) { u->name[0] = name[0]; u->admin = any(2); } return u; }
int check_password(struct user *u, const char *password) { return any(3) ? u->admin + password[0] : -1; }
void audit(const char *text, int code) { if (!text) abort(); }
static struct table table;
static struct login login;
static void start(void) { login.table = &table; }
static void step(void)
{
	switch (any(4)) {
	case 0: if (!login.user) log_in(&login, any(5) ? "root" : 0, "secret", any(50)); break;
	case 1: log_out(&login); break;
	case 2: is_admin(any(3) ? &login : 0); break;
	default: rename_user(&login, any(4) ? "other" : 0);
	}
}
