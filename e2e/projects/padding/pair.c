#include "pair.h"

static struct pair the_pair;

struct pair *pair_get(void) { return &the_pair; }

// Copies the padding too.
void pair_set(int number)
{
  struct pair other = {1, number};
  the_pair = other;
}
