// CHECK: bounds
// TRUE
#include <stdio.h>
int main(void) {
  char line[128];
  char *s = line;
  if (!fgets(line, sizeof line, stdin))
    return 1;
  while (*s == ' ') /* which stops where fgets wrote a zero */
    s++;
  return *s;
}
