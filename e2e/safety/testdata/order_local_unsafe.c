// CHECK: reach
// FALSE(unreach-call) executed
// A pointer leads to the variable, which gcc reads behind the increment beside it.
#include <assert.h>

int main(void)
{
  int i = 0, *at = &i;
  int sum = i + i++;
  assert(*at == 1 && sum == 0);
  return 0;
}
