// CHECK: null,bounds
// TRUE
#include <stdio.h>
int main(void) {
  unsigned char bytes[400];
  char text[401];
  size_t n, i;
  while ((n = fread(bytes, 1, sizeof bytes, stdin)) > 0) {
    for (i = 0; i < n; i++)
      text[i] = bytes[i] > 31 ? (char)bytes[i] : '.';
    text[n] = 0;
    puts(text);
  }
  return 0;
}
