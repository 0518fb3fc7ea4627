#ifndef YOGI_SOCKET_H
#define YOGI_SOCKET_H
#include <sys/types.h>
typedef unsigned int socklen_t;
struct sockaddr {
  unsigned short sa_family;
  char sa_data[14];
};
#define AF_UNIX 1
#define AF_INET 2
#define SOCK_STREAM 1
#define SOCK_DGRAM 2
#define SOMAXCONN 128
int socket(int, int, int);
int bind(int, const struct sockaddr *, socklen_t);
int listen(int, int);
int accept(int, struct sockaddr *, socklen_t *);
int accept4(int, struct sockaddr *, socklen_t *, int);
int socketpair(int, int, int, int[2]);
int connect(int, const struct sockaddr *, socklen_t);
ssize_t send(int, const void *, size_t, int);
ssize_t recv(int, void *, size_t, int);
#endif
