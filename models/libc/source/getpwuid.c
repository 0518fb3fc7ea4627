/* approximate: any user, or null. One object for all calls, which later ones overwrite; as with glibc, it is not the one
   of getpwnam. */
#include <pwd.h>

unsigned __VERIFIER_nondet_uint(void);
_Bool __VERIFIER_nondet_bool(void);
const char *__VERIFIER_nondet_pchar(void);
void __VERIFIER_assume(int condition);

static char *text(void)
{
  char *text = (char *)__VERIFIER_nondet_pchar();
  __VERIFIER_assume(text != 0);
  return text;
}

struct passwd *getpwuid(uid_t number)
{
  static struct passwd user;
  if (__VERIFIER_nondet_bool())
    return 0;
  user.pw_name = text();
  user.pw_passwd = text();
  user.pw_uid = __VERIFIER_nondet_uint();
  user.pw_gid = __VERIFIER_nondet_uint();
  user.pw_gecos = text();
  user.pw_dir = text();
  user.pw_shell = text();
  return &user;
}
