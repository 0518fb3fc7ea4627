// CHECK: null,bounds
// FALSE(valid-deref) executed
#include <stdio.h>
int main(void) {
  unsigned char bytes[8];
  char text[8];
  size_t n, i;
  while ((n = fread(bytes, 1, sizeof bytes, stdin)) > 0) {
    for (i = 0; i < n; i++)
      text[i] = bytes[i] > 31 ? (char)bytes[i] : '.';
    text[n] = 0; /* behind the end of a text of eight */
    puts(text);
  }
  return 0;
}
