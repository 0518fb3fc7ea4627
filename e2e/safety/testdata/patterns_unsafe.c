// CHECK: bounds,null,uaf,double-free
// FALSE(valid-deref) executed
// A part of the pattern that describes nothing is at -1.
#include <regex.h>

int main(void)
{
  regex_t name;
  regmatch_t found[2];
  char text[4] = "a=b";
  if (regcomp(&name, "(c)|=", REG_EXTENDED))
    return 1;
  if (regexec(&name, text, 2, found, 0) == 0)
    text[found[1].rm_so] = 0;
  regfree(&name);
  return 0;
}
