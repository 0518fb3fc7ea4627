// Keeps copies of a file: the newest is FILE.1, the one before FILE.2. A signal stops it between two steps, never within one.
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define BLOCK 16

static volatile sig_atomic_t interrupted;
static pthread_mutex_t step = PTHREAD_MUTEX_INITIALIZER;
static long copied; // under step

static void on_signal(int number)
{
  interrupted = 1;
  write(2, "stopping\n", 9);
}

static int write_all(int to, const char *from, size_t n)
{
  while (n > 0) {
    ssize_t done = write(to, from, n);
    if (done < 0) {
      if (errno == EINTR)
        continue;
      return -1;
    }
    from += done;
    n -= done;
  }
  return 0;
}

static int copy_blocks(int from, int to)
{
  char *block = malloc(BLOCK);
  ssize_t n;
  if (!block)
    return -1;
  while ((n = read(from, block, BLOCK)) > 0) {
    if (write_all(to, block, n) != 0) {
      free(block);
      return -1;
    }
    copied += n;
  }
  free(block);
  return n < 0 ? -1 : 0;
}

// copy makes a copy that is on the disk, or none.
static int copy(const char *name, const char *as)
{
  struct stat s;
  int to, result = -1;
  int from = open(name, O_RDONLY);
  if (from < 0)
    return -1;
  if (fstat(from, &s) != 0 || (s.st_mode & S_IFMT) != S_IFREG)
    goto close_from;
  to = open(as, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (to < 0)
    goto close_from;
  result = copy_blocks(from, to);
  if (result == 0)
    result = fsync(to);
  if (close(to) != 0)
    result = -1;
  if (result != 0)
    unlink(as);
close_from:
  close(from);
  return result;
}

static int rotate(void)
{
  if (rename("FILE.1", "FILE.2") != 0 && errno != ENOENT)
    return -1;
  return rename("FILE.new", "FILE.1");
}

static int backup(void)
{
  int result;
  pthread_mutex_lock(&step);
  result = copy("FILE", "FILE.new");
  if (result == 0)
    result = rotate();
  pthread_mutex_unlock(&step);
  return result;
}

int main(void)
{
  int failures = 0;
  if (signal(SIGINT, on_signal) == SIG_ERR)
    return 1;
  while (!interrupted && failures < 3) {
    if (backup() != 0)
      failures++;
    sleep(3600);
  }
  pthread_mutex_destroy(&step);
  return failures != 0;
}
