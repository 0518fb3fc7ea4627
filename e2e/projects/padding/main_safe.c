#include "pair.h"

int byte_of_pair(int index);

int main(void)
{
  if (byte_of_pair(1) != 0)
    reach_error();
  pair_set(2);
  if (byte_of_pair(0) != 1 || byte_of_pair(4) != 2)
    reach_error();
  return 0;
}
