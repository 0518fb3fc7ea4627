// CHECK: bounds,null
// FALSE(valid-deref) executed
// Of any family it may be longer.
#include <netdb.h>
#include <string.h>

int main(void)
{
  struct addrinfo hints, *found;
  struct sockaddr_in address;
  memset(&hints, 0, sizeof hints);
  hints.ai_family = AF_UNSPEC;
  if (getaddrinfo("localhost", "80", &hints, &found) != 0)
    return 1;
  memcpy(&address, found->ai_addr, found->ai_addrlen);
  freeaddrinfo(found);
  return 0;
}
