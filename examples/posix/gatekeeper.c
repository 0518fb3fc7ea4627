// A service that shuts itself in a folder and gives up its privileges before it answers: each connection asks for one file by a letter.
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <syslog.h>
#include <unistd.h>

#define SERVICE_USER 1001
#define SERVICE_GROUP 1001
#define JAIL "/srv/gate"

static volatile sig_atomic_t stopping;

static void on_signal(int number)
{
  stopping = 1;
}

// enter_jail leaves the rest of the file system behind.
static int enter_jail(void)
{
  if (chroot(JAIL) != 0)
    return -1;
  if (chdir("/") != 0)
    return -1;
  return 0;
}

// drop_privileges gives up the groups first: without privileges that is not allowed any more.
static int drop_privileges(void)
{
  if (setgroups(0, NULL) != 0)
    return -1;
  if (setgid(SERVICE_GROUP) != 0)
    return -1;
  if (setuid(SERVICE_USER) != 0)
    return -1;
  return 0;
}

static int listen_here(void)
{
  struct sockaddr address = { AF_UNIX, "gate" };
  int s = socket(AF_UNIX, SOCK_STREAM, 0);
  if (s < 0)
    return -1;
  if (bind(s, &address, sizeof address) != 0 || listen(s, 4) != 0) {
    close(s);
    return -1;
  }
  return s;
}

// copy sends what is left of a file.
static int copy(int to, int from)
{
  char buffer[16];
  ssize_t n;
  while ((n = read(from, buffer, sizeof buffer)) > 0)
    if (write(to, buffer, n) != n)
      return -1;
  return n < 0 ? -1 : 0;
}

static int answer(int connection)
{
  char name[2] = { 0, 0 };
  int file, result;
  if (read(connection, name, 1) != 1)
    return -1;
  if (name[0] < 'a' || name[0] > 'z')
    return -1;
  file = open(name, O_RDONLY);
  if (file < 0) {
    if (errno == EACCES)
      write(connection, "no\n", 3);
    return -1;
  }
  result = copy(connection, file);
  close(file);
  return result;
}

static void serve(int s)
{
  while (!stopping) {
    int connection = accept(s, NULL, NULL);
    if (connection < 0) {
      if (errno == EINTR || errno == ECONNABORTED)
        continue;
      syslog(LOG_ERR, "accept fails");
      break;
    }
    if (answer(connection) != 0)
      syslog(LOG_INFO, "a request failed");
    close(connection);
  }
}

int main(void)
{
  int s;
  if (signal(SIGTERM, on_signal) == SIG_ERR)
    return 1;
  s = listen_here();
  if (s < 0)
    return 1;
  if (enter_jail() != 0 || drop_privileges() != 0) {
    close(s);
    return 1;
  }
  serve(s);
  close(s);
  return 0;
}
