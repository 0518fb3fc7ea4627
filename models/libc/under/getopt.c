/* under-approximate: one option in each text, in the order of the texts, and none behind a text that is none. */
#include <string.h>
#include <unistd.h>

int __VERIFIER_nondet_int(void);
char __VERIFIER_nondet_char(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int condition);

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

int getopt(int count, char *const texts[], const char *options)
{
  int order = *options == '+' || *options == '-';
  int missing = options[order] == ':' ? ':' : '?';
  optarg = 0;
  __VERIFIER_assume(optind >= 1 && optind <= count);
  if (optind == count)
    return -1;
  if (__VERIFIER_nondet_bool()) {
    __VERIFIER_assume(*options != '-');
    for (int i = optind; i < count; i++)
      __VERIFIER_assume(texts[i] && *texts[i] != '-');
    return -1;
  }
  char *text = texts[optind];
  __VERIFIER_assume(text && text[0] == '-');
  if (__VERIFIER_nondet_bool()) {
    char unknown = __VERIFIER_nondet_char();
    __VERIFIER_assume(unknown > ' ' && unknown != '-' && !strchr(options, unknown));
    __VERIFIER_assume(text[1] == unknown && !text[2]);
    optopt = unknown;
    optind++;
    return '?';
  }
  int at = __VERIFIER_nondet_int();
  __VERIFIER_assume(at >= order && (size_t)at < strlen(options));
  char option = options[at];
  __VERIFIER_assume(option != ':' && option != ';' && option != '-' && strchr(options + order, option) == options + at);
  __VERIFIER_assume(text[1] == option);
  if (options[at + 1] == ':' && __VERIFIER_nondet_bool()) {
    __VERIFIER_assume(text[2]);
    optarg = text + 2;
    optind++;
    return option;
  }
  __VERIFIER_assume(!text[2]);
  optind++;
  if (options[at + 1] != ':' || options[at + 2] == ':')
    return option;
  if (optind == count) {
    optopt = option;
    return missing;
  }
  optarg = texts[optind++];
  return option;
}
