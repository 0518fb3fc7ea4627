/* approximate: as getopt_long. */
#include <getopt.h>

int getopt_long_only(int count, char *const texts[], const char *options, const struct option *longs, int *index)
{
  return getopt_long(count, texts, options, longs, index);
}
