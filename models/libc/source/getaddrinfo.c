/* The world decides what addresses there are, and what fails. */
#define _GNU_SOURCE
#include <netdb.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>

int __VERIFIER_nondet_int(void);
char __VERIFIER_nondet_char(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int condition);

int getaddrinfo(const char *restrict host, const char *restrict service, const struct addrinfo *restrict hints,
                struct addrinfo **restrict result)
{
  int family = AF_UNSPEC, type = 0, protocol = 0, flags = AI_V4MAPPED | AI_ADDRCONFIG;
  if (hints != 0) {
    family = hints->ai_family;
    type = hints->ai_socktype;
    protocol = hints->ai_protocol;
    flags = hints->ai_flags;
  }
  if (host == 0 && service == 0)
    return EAI_NONAME;
  int failure = __VERIFIER_nondet_int();
  __VERIFIER_assume(failure >= EAI_OVERFLOW && failure <= 0);
  struct addrinfo *list = 0;
  if (failure == 0 && (flags & AI_CANONNAME) && host == 0)
    failure = EAI_BADFLAGS;
  if (failure == 0 && family != AF_UNSPEC && family != AF_INET && family != AF_INET6)
    failure = EAI_FAMILY;
  while (failure == 0 && (list == 0 || __VERIFIER_nondet_bool())) {
    int of = family == AF_UNSPEC ? (__VERIFIER_nondet_bool() ? AF_INET : AF_INET6) : family;
    socklen_t size = of == AF_INET ? sizeof(struct sockaddr_in) : sizeof(struct sockaddr_in6);
    struct addrinfo *next = malloc(sizeof *next + size); /* whose contents are any */
    if (next == 0) {
      failure = EAI_MEMORY;
      break;
    }
    int kind = type;
    if (kind == 0) {
      kind = __VERIFIER_nondet_int();
      __VERIFIER_assume(kind == SOCK_STREAM || kind == SOCK_DGRAM || kind == SOCK_RAW);
    }
    next->ai_flags = flags;
    next->ai_family = of;
    next->ai_socktype = kind;
    next->ai_protocol = protocol != 0          ? protocol
                        : kind == SOCK_STREAM  ? IPPROTO_TCP
                        : kind == SOCK_DGRAM   ? IPPROTO_UDP
                                               : __VERIFIER_nondet_int();
    next->ai_addrlen = size;
    next->ai_addr = (struct sockaddr *)(next + 1);
    next->ai_addr->sa_family = (sa_family_t)of;
    next->ai_canonname = 0;
    next->ai_next = list;
    list = next;
  }
  if (failure == 0 && (flags & AI_CANONNAME)) {
    int size = __VERIFIER_nondet_int();
    __VERIFIER_assume(size >= 2 && size <= NI_MAXHOST);
    list->ai_canonname = malloc((size_t)size); /* whose contents are any, too */
    if (list->ai_canonname != 0) {
      char first = __VERIFIER_nondet_char();
      __VERIFIER_assume(first != 0);
      list->ai_canonname[0] = first;
      list->ai_canonname[size - 1] = 0;
    } else {
      failure = EAI_MEMORY;
    }
  }
  if (failure == 0) {
    *result = list;
    return 0;
  }
  while (list != 0) {
    struct addrinfo *next = list->ai_next;
    free(list);
    list = next;
  }
  return failure;
}
