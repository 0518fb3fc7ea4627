#ifndef _YOGI_ARPA_INET_H
#define _YOGI_ARPA_INET_H
#include <netinet/in.h>
extern in_addr_t inet_addr(const char *);
extern in_addr_t inet_network(const char *);
extern char *inet_ntoa(struct in_addr);
extern int inet_aton(const char *, struct in_addr *);
extern int inet_pton(int, const char *restrict, void *restrict);
extern const char *inet_ntop(int, const void *restrict, char *restrict, socklen_t);
#endif
