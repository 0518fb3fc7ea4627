/* approximate: any option, with or without an argument, which is then at or behind the start of one of the program's;
   the program's arguments are in any order afterwards. */
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
  while (__VERIFIER_nondet_bool()) {
    int i = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
    __VERIFIER_assume(i >= 1 && i < count && k >= 1 && k < count);
    char *text = texts[i];
    ((char **)texts)[i] = texts[k];
    ((char **)texts)[k] = text;
  }
  optind = __VERIFIER_nondet_int();
  __VERIFIER_assume(optind >= 1 && optind <= count);
  optarg = 0;
  if (optind > 1 && __VERIFIER_nondet_bool()) {
    int inside = __VERIFIER_nondet_int();
    __VERIFIER_assume(inside >= 0);
    optarg = texts[optind - 1] + inside;
  }
  int option = __VERIFIER_nondet_int();
  __VERIFIER_assume(option >= -128 && option <= 255);
  if (option == '?' || option == ':')
    optopt = __VERIFIER_nondet_int();
  return option;
}
