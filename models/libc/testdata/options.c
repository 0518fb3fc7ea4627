/* Compares the under-approximate models of getopt and getopt_long with the machine's, on arguments drawn at random: what a
   model gives, the machine's gives as well. A run of a model whose assumption does not hold is none. */
#define _GNU_SOURCE
#include <getopt.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char *model_optarg;
extern int model_optind, model_opterr, model_optopt;
int model_getopt(int count, char *const texts[], const char *options);
int model_getopt_long(int count, char *const texts[], const char *options, const struct option *longs, int *index);

static jmp_buf none;
static int any(int n) { return rand() % n; }

_Bool __VERIFIER_nondet_bool(void) { return any(2); }
int __VERIFIER_nondet_int(void) { return any(8) - 1; }
char __VERIFIER_nondet_char(void) { return "abcsx:;-?z"[any(10)]; }
void __VERIFIER_assume(int condition)
{
  if (!condition)
    longjmp(none, 1);
}

static const char *const texts[] = {"", "-", "--", "-a", "-b", "-s", "-sa", "-x", "-z", "a", "b", "7", "--size", "--quiet",
                                    "--si", "--size=7", "-ab", "--flag", "-s7"};
static const char *const options[] = {"abs:", "a", ":s:b", "+as:", "s::a", "-ab", "", ":", "s:s", "-:s:"};
enum { mostTexts = 5, ends = 4 };

int main(void)
{
  static int set;
  static const struct option longs[] = {
    {"size", required_argument, 0, 's'}, {"quiet", no_argument, 0, 'q'}, {"flag", no_argument, &set, 5},
    {"size", no_argument, 0, 'z'}, {0, 0, 0, 0}};
  volatile long seen[ends] = {0};
  srand(1);
  freopen("/dev/null", "w", stderr);
  for (volatile long trial = 0; trial < 2000000; trial++) {
    char *volatile given[mostTexts + 1] = {"program"};
    int count = 1 + any(mostTexts), withLongs = any(2);
    for (int i = 1; i < count; i++)
      given[i] = (char *)texts[any(sizeof texts / sizeof *texts)];
    const char *letters = options[any(sizeof options / sizeof *options)];
    char *machine[mostTexts + 1];
    for (int i = 0; i <= mostTexts; i++)
      machine[i] = given[i];
    model_optind = 1;
    optind = 0;
    for (volatile int call = 0; call < 2 * mostTexts; call++) {
      int modelIndex = -1, index = -1, modelSet, got, want;
      if (setjmp(none))
        break;
      set = 0;
      got = withLongs ? model_getopt_long(count, (char *const *)given, letters, longs, &modelIndex)
                      : model_getopt(count, (char *const *)given, letters);
      modelSet = set;
      set = 0;
      want = withLongs ? getopt_long(count, machine, letters, longs, &index) : getopt(count, machine, letters);
      int unknown = got == '?' || got == ':';
      seen[got == -1 ? 0 : unknown ? 1 : got == 0 ? 2 : 3]++;
      int same = got == want && model_optind == optind && modelSet == set && modelIndex == index &&
                 (got == -1 || model_optarg == optarg) && (!unknown || model_optopt == optopt);
      for (int i = 0; i < count; i++)
        same = same && machine[i] == given[i];
      if (!same) {
        printf("options \"%s\"%s, call %d of", letters, withLongs ? " and long ones" : "", call);
        for (int i = 1; i < count; i++)
          printf(" %s", given[i]);
        printf(": %d, and not %d; optind %d, and not %d\n", got, want, model_optind, optind);
        return 1;
      }
      if (got == -1)
        model_optind = optind = 1; /* the program looks at all once more */
    }
  }
  for (int i = 0; i < ends; i++)
    if (seen[i] < 1000) {
      printf("results of kind %d were seen %ld times\n", i, seen[i]);
      return 1;
    }
  return 0;
}
