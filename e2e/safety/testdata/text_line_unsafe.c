// CHECK: bounds
// FALSE(valid-deref) executed
#include <stdio.h>
#include <string.h>
int main(void) {
  char line[8];
  if (fread(line, 1, sizeof line, stdin) != sizeof line)
    return 1;
  return strlen(line) > 3;
}
