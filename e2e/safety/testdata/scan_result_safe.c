// CHECK: reach
// TRUE
#include <assert.h>
#include <stdio.h>
int main(void) {
  int x = 0, y = 5, digits = 0;
  char c, name[6];
  if (scanf("%d", &x) < 1)
    assert(x == 0);
  if (x == 7 && scanf("%d", &y) < 1)
    assert(y == 5); /* only what was counted is written */
  if (scanf("%*d%2d", &digits) == 1)
    assert(-9 <= digits && digits <= 99);
  assert(scanf("%c", &c) != 0); /* any character matches */
  if (scanf("%5s", name) == 1)
    assert(name[0] != ' ' && (name[1] == 0 || name[2] == 0 || name[3] == 0 || name[4] == 0 || name[5] == 0));
  return 0;
}
