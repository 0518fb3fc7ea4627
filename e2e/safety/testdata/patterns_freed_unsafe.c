// CHECK: bounds,null
// FALSE(valid-deref) executed
// A pattern that was freed describes no text.
#include <regex.h>

int main(void)
{
  regex_t name;
  if (regcomp(&name, "=", REG_NOSUB))
    return 1;
  int isIn = regexec(&name, "a=b", 0, 0, 0) == 0;
  regfree(&name);
  return isIn && regexec(&name, "=b", 0, 0, 0) == 0;
}
