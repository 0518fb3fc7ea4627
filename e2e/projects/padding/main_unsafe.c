#include "pair.h"

int byte_of_pair(int index);

int main(void)
{
  pair_set(2);
  if (byte_of_pair(1) != 0)
    reach_error();
  return 0;
}
