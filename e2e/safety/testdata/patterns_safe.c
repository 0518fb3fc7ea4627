// CHECK: bounds,null,uaf,double-free,leak
// TRUE
// What is found is inside of the text, and parts that the pattern does not have are nowhere.
#include <regex.h>
#include <stdio.h>

int main(void)
{
  regex_t name;
  regmatch_t found[3];
  char text[8] = "a=b", why[16];
  int failure = regcomp(&name, "=", REG_EXTENDED);
  if (failure) {
    regerror(failure, &name, why, sizeof why);
    puts(why);
    return 1;
  }
  if (regexec(&name, text, 3, found, 0) == 0) {
    text[found[0].rm_eo] = 0;
    if (found[1].rm_so >= 0)
      text[100] = 0;
  }
  regfree(&name);
  return 0;
}
