/* under-approximate: as getopt, or a long option by its whole name. */
#include <getopt.h>
#include <string.h>

int __VERIFIER_nondet_int(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int condition);

int getopt_long(int count, char *const texts[], const char *options, const struct option *longs, int *index)
{
  int named = 0, at;
  if (optind >= count || __VERIFIER_nondet_bool())
    return getopt(count, texts, options);
  while (longs[named].name)
    named++;
  at = __VERIFIER_nondet_int();
  __VERIFIER_assume(at >= 0 && at < named && optind >= 1);
  const struct option *option = &longs[at];
  char *text = texts[optind];
  __VERIFIER_assume(text && text[0] == '-' && text[1] == '-' && !strcmp(text + 2, option->name));
  for (int i = 0; i < at; i++)
    __VERIFIER_assume(strcmp(longs[i].name, option->name));
  optarg = 0;
  optind++;
  if (option->has_arg == required_argument) {
    __VERIFIER_assume(optind < count);
    optarg = texts[optind++];
  }
  if (index)
    *index = at;
  if (!option->flag)
    return option->val;
  *option->flag = option->val;
  return 0;
}
