// CHECK: bounds
// TRUE
#include <stdio.h>
int main(void) {
  char line[128];
  int i, blanks = 0;
  if (!fgets(line, sizeof line, stdin))
    return 1;
  for (i = 0; line[i]; i++) /* which stops where fgets wrote a zero */
    if (line[i] == ' ')
      blanks++;
  return blanks;
}
