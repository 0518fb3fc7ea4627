_Bool __VERIFIER_nondet_bool(void);

int __yogi_environment_changes;

/* What the environment says then is not modelled: getenv refuses to say it. */
int clearenv(void)
{
  __yogi_environment_changes = 1;
  return __VERIFIER_nondet_bool() ? -1 : 0;
}
