_Bool __VERIFIER_nondet_bool(void);

int __yogi_environment_changes;

#ifdef ENVIRON
extern char **environ;
void __yogi_may_end(void *object);
#endif

/* What the environment says then is not modelled: getenv refuses to say it. */
int putenv(char *text)
{
#ifdef ENVIRON
  if (__yogi_environment_changes)
    __yogi_may_end(environ); /* the array that an earlier call has made */
#endif
  __yogi_environment_changes = 1;
  return __VERIFIER_nondet_bool() ? -1 : 0;
}
