#include <regex.h>
#include <stdlib.h>

void regfree(regex_t *compiled)
{
  free(compiled->__buffer);
  compiled->__buffer = 0;
}
