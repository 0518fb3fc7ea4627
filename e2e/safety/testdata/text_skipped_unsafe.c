// CHECK: bounds
// FALSE(valid-deref) executed
#include <stdio.h>
int main(void) {
  char line[4];
  char *s = line;
  if (!fgets(line, sizeof line, stdin))
    return 1;
  while (*s != ' ') /* a line may have none */
    s++;
  return *s;
}
