/* approximate: any option that the text names, with an argument if it takes one, which is then at or behind the start
   of one of the program's; the program's arguments are in any order afterwards. */
#include <string.h>
#include <unistd.h>

int __VERIFIER_nondet_int(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int condition);

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

int getopt(int count, char *const texts[], const char *options)
{
  if (count < 1)
    return -1;
  optarg = 0;
  if (count < 2) {
    if (optind == 0) /* which asks for a new start */
      optind = 1;
    return -1;
  }
  while (__VERIFIER_nondet_bool()) {
    int i = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
    __VERIFIER_assume(i >= 1 && i < count && k >= 1 && k < count);
    char *text = texts[i];
    ((char **)texts)[i] = texts[k];
    ((char **)texts)[k] = text;
  }
  optind = __VERIFIER_nondet_int();
  __VERIFIER_assume(optind >= 1 && optind <= count);
  if (__VERIFIER_nondet_bool())
    return -1;
  if (__VERIFIER_nondet_bool()) {
    optopt = __VERIFIER_nondet_int();
    return __VERIFIER_nondet_bool() ? '?' : ':';
  }
  int at = __VERIFIER_nondet_int(), inside = __VERIFIER_nondet_int();
  __VERIFIER_assume(at >= 0 && (size_t)at < strlen(options) && inside >= 0);
  char *argument = texts[optind > 1 ? optind - 1 : 1] + inside;
  __VERIFIER_assume(argument != 0);
  /* With a - in front, what is no option is the argument of option 1. */
  if (at == 0 && options[at] == '-') {
    optarg = argument;
    return 1;
  }
  if (options[at + 1] == ':' && (options[at + 2] != ':' || __VERIFIER_nondet_bool()))
    optarg = argument;
  return options[at];
}
