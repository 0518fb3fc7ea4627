/* approximate: any option that the text names, with an argument if it takes one, which is then at or behind the start
   of one of the program's; the program's arguments are in any order afterwards. */
#include <string.h>
#include <unistd.h>

int __VERIFIER_nondet_int(void);
char __VERIFIER_nondet_char(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int condition);
_Bool __yogi_arguments_list(const char *options);
void yogi_unsupported(const char *what);
void __yogi_arguments_end(char *const texts[], int count);
void __yogi_arguments_hold(const char *argument, const char *text);

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

int getopt(int count, char *const texts[], const char *options)
{
  if (count < 1)
    return -1;
  if (optind < 0 || optind > count)
    yogi_unsupported("getopt with optind behind the arguments");
  optarg = 0;
  if (count < 2) {
    if (optind == 0) /* which asks for a new start */
      optind = 1;
    return -1;
  }
  __yogi_arguments_end(texts, count);
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
  __VERIFIER_assume(inside >= 0);
  char *text = texts[optind > 1 ? optind - 1 : 1], *argument = text + inside;
  __yogi_arguments_hold(argument, text);
  __VERIFIER_assume(argument != 0);
  if (__yogi_arguments_list(options)) { /* of which the call knows what it may return */
    if (__VERIFIER_nondet_bool())
      optarg = argument;
    return __VERIFIER_nondet_char();
  }
  __VERIFIER_assume(at >= 0 && (size_t)at < strlen(options));
  /* With a - in front, what is no option is the argument of option 1. */
  if (at == 0 && options[at] == '-') {
    optarg = argument;
    return 1;
  }
  if (options[at + 1] == ':' && (options[at + 2] != ':' || __VERIFIER_nondet_bool()))
    optarg = argument;
  return options[at];
}
