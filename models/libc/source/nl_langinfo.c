/* approximate: any text, the one of an earlier call or another. */
const char *__VERIFIER_nondet_pchar(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int condition);

char *nl_langinfo(int item)
{
  static char *last;
  if (last == 0 || __VERIFIER_nondet_bool()) {
    last = (char *)__VERIFIER_nondet_pchar();
    __VERIFIER_assume(last != 0);
  }
  return last;
}
