// CHECK: bounds,null
// TRUE
// There is no address of nothing.
#include <netdb.h>
#include <stddef.h>

int main(void)
{
  struct addrinfo *found = NULL;
  int counts[6] = {0};
  if (getaddrinfo(NULL, NULL, NULL, &found) == 0)
    counts[found->ai_addrlen] = 1;
  freeaddrinfo(found);
  return counts[0];
}
