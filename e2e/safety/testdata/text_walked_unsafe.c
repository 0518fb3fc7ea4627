// CHECK: bounds
// FALSE(valid-deref) executed
#include <stdio.h>
int main(void) {
  char line[6];
  int i, blanks = 0;
  if (!fgets(line, sizeof line, stdin))
    return 1;
  for (i = 0; line[i] != '\n'; i++) /* a long line has none */
    if (line[i] == ' ')
      blanks++;
  return blanks;
}
