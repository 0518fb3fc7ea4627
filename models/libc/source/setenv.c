#include <string.h>

_Bool __VERIFIER_nondet_bool(void);

int __yogi_environment_changes;

/* What the environment says then is not modelled: getenv refuses to say it. */
int setenv(const char *name, const char *value, int replace)
{
  if (name == 0 || *name == 0 || strchr(name, '=') != 0)
    return -1;
  __yogi_environment_changes = 1;
  return __VERIFIER_nondet_bool() ? -1 : 0;
}
