/* approximate: any user, or null. One object for all calls, which later ones overwrite, as they may its texts, or free them
   where they need more room; as with glibc, it is not the one of getpwnam. */
#include <pwd.h>
#include <string.h>

unsigned __VERIFIER_nondet_uint(void);
_Bool __VERIFIER_nondet_bool(void);
const char *__VERIFIER_nondet_pchar(void);
void __VERIFIER_assume(int condition);
void __yogi_may_end(void *object);

enum { LONGEST = 256 };

static char *text(char *kept)
{
  char *text = (char *)__VERIFIER_nondet_pchar();
  __VERIFIER_assume(text != 0);
  if (kept == 0)
    return text;
  memcpy(kept, text, LONGEST);
  kept[LONGEST - 1] = 0;
  return kept;
}

struct passwd *getpwuid(uid_t number)
{
  static struct passwd user;
  static char login[LONGEST], password[LONGEST], about[LONGEST], folder[LONGEST], shell[LONGEST];
  static _Bool elsewhere; /* the texts are, where the next call may free them */
  if (__VERIFIER_nondet_bool())
    return 0;
  if (elsewhere) {
    __yogi_may_end(user.pw_name);
    __yogi_may_end(user.pw_passwd);
    __yogi_may_end(user.pw_gecos);
    __yogi_may_end(user.pw_dir);
    __yogi_may_end(user.pw_shell);
  }
  elsewhere = __VERIFIER_nondet_bool();
  user.pw_name = text(elsewhere ? 0 : login);
  user.pw_passwd = text(elsewhere ? 0 : password);
  user.pw_uid = __VERIFIER_nondet_uint();
  user.pw_gid = __VERIFIER_nondet_uint();
  user.pw_gecos = text(elsewhere ? 0 : about);
  user.pw_dir = text(elsewhere ? 0 : folder);
  user.pw_shell = text(elsewhere ? 0 : shell);
  return &user;
}
