/* approximate: any numbers, the first of which is the same whenever the sequence of one seed starts anew. */
#include <stdlib.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int condition);

unsigned __yogi_seed; /* one less than the seed; programs start as if they had called srand(1) */
_Bool __yogi_drawn;

int rand(void)
{
  static _Bool known;
  static unsigned seed;
  static int first;
  int number = __VERIFIER_nondet_int();
  __VERIFIER_assume(number >= 0 && number <= RAND_MAX);
  if (!__yogi_drawn) {
    __yogi_drawn = 1;
    if (known && seed == __yogi_seed)
      return first;
    known = 1;
    seed = __yogi_seed;
    first = number;
  }
  return number;
}
