// CHECK: bounds,null
// TRUE
// A pattern is freed once no text is compared with it, and what was compiled anew is another one.
#include <regex.h>

int main(void)
{
  regex_t name;
  if (regcomp(&name, "=", REG_NOSUB))
    return 1;
  int isIn = regexec(&name, "a=b", 0, 0, 0) == 0;
  regfree(&name);
  if (regcomp(&name, "^=", REG_NOSUB))
    return 1;
  isIn = isIn && regexec(&name, "=b", 0, 0, 0) == 0;
  regfree(&name);
  return isIn;
}
