#include <netdb.h>
#include <stdlib.h>

void freeaddrinfo(struct addrinfo *list)
{
  while (list != 0) {
    struct addrinfo *next = list->ai_next;
    free(list->ai_canonname);
    free(list);
    list = next;
  }
}
