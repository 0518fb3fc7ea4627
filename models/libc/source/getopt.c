/* approximate: any option, with or without an argument, which is then inside of one of the program's. The order of
   the program's arguments stays as it is. */
#include <unistd.h>

int __VERIFIER_nondet_int(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int condition);

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

int getopt(int count, char *const texts[], const char *options)
{
  optind = __VERIFIER_nondet_int();
  __VERIFIER_assume(optind >= 1 && optind <= count);
  optarg = 0;
  if (optind > 1 && __VERIFIER_nondet_bool()) {
    int inside = __VERIFIER_nondet_int();
    __VERIFIER_assume(inside >= 0 && inside <= 64);
    optarg = texts[optind - 1] + inside;
  }
  int option = __VERIFIER_nondet_int();
  __VERIFIER_assume(option >= -1 && option <= 255);
  if (option == '?' || option == ':')
    optopt = __VERIFIER_nondet_int();
  return option;
}
