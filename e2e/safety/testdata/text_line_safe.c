// CHECK: bounds
// TRUE
#include <stdio.h>
#include <string.h>
int main(void) {
  char line[64];
  if (!fgets(line, sizeof line, stdin))
    return 1;
  return strlen(line) > 3; /* which ends where fgets wrote a zero */
}
