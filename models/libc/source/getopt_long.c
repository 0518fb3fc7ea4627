/* approximate: as getopt, or any of the long options. */
#include <getopt.h>

int __VERIFIER_nondet_int(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int condition);
int __yogi_arguments_names(const struct option *longs);
_Bool __yogi_arguments_marked(const struct option *longs);
void __yogi_arguments_hold(const char *argument, const char *text);

int getopt_long(int count, char *const texts[], const char *options, const struct option *longs, int *index)
{
  int other = getopt(count, texts, options), named = __yogi_arguments_names(longs), at, inside;
  _Bool isKnown = named > 0; /* the call knows what it may return, and whether optarg is set */
  if (count < 2 || __VERIFIER_nondet_bool())
    return other;
  if (!isKnown)
    while (longs[named].name)
      named++;
  at = __VERIFIER_nondet_int();
  inside = __VERIFIER_nondet_int();
  __VERIFIER_assume(at >= 0 && at < named && inside >= 0);
  optarg = 0;
  if (isKnown ? __VERIFIER_nondet_bool()
              : longs[at].has_arg == required_argument || (longs[at].has_arg == optional_argument && __VERIFIER_nondet_bool())) {
    char *text = texts[optind > 1 ? optind - 1 : 1], *argument = text + inside;
    __yogi_arguments_hold(argument, text);
    optarg = argument;
  }
  if (!isKnown)
    __VERIFIER_assume(longs[at].has_arg != required_argument || optarg != 0);
  if (index)
    *index = at;
  if (!__yogi_arguments_marked(longs))
    return isKnown ? __VERIFIER_nondet_int() : longs[at].val;
  if (!longs[at].flag)
    return longs[at].val;
  *longs[at].flag = longs[at].val;
  return 0;
}
