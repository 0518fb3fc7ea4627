// Descriptors, and what is done by path.
#include "system.h"
#include <fcntl.h>
#include <stdarg.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#pragma yogi assumed "the system gives no descriptor above 63, and of those only 0, 1 and 2 are open at the start; the C library keeps none open by itself"

// Which descriptors are open. With as many as Linux gives, 1024, proofs of some programs fail.
#define YOGI_DESCRIPTORS 64
static char yogi_descriptors[YOGI_DESCRIPTORS] = { 1, 1, 1 };
int yogi_has_streams;

int yogi_fails(void)
{
  if (!__VERIFIER_nondet_int())
    return 0;
  errno = __VERIFIER_nondet_int();
  __VERIFIER_assume(errno >= 1 && errno <= 140);
  return 1;
}

int yogi_is_open(int descriptor)
{
  return descriptor >= 0 && descriptor < YOGI_DESCRIPTORS && yogi_descriptors[descriptor];
}

int yogi_some_descriptor(void)
{
  unsigned descriptor = __VERIFIER_nondet_uint();
  __VERIFIER_assume(descriptor < YOGI_DESCRIPTORS && !yogi_descriptors[descriptor]);
  yogi_descriptors[descriptor] = 1;
  return (int)descriptor;
}

// What is opened has the lowest number that is free, on which programs rely that close 0, 1 or 2 to have another file
// there. Any number above is as good as another, and so are all behind a stream whose number is not chosen yet.
int yogi_open_descriptor(void)
{
  int descriptor;
  if (yogi_fails())
    return -1;
  descriptor = yogi_some_descriptor();
  if (!yogi_has_streams)
    for (int lower = 0; lower < 3; lower++)
      __VERIFIER_assume(descriptor <= lower || yogi_descriptors[lower]);
  return descriptor;
}

void yogi_close_descriptor(int descriptor)
{
  if (yogi_is_open(descriptor))
    yogi_descriptors[descriptor] = 0;
}

int yogi_bad(int descriptor)
{
  if (yogi_is_open(descriptor))
    return 0;
  errno = EBADF;
  return 1;
}

long yogi_length(size_t n)
{
  long moved = __VERIFIER_nondet_long();
  if (n == 0)
    return 0;
  __VERIFIER_assume(moved >= 1 && (size_t)moved <= n);
  return moved;
}

void yogi_fill(char *to, long n)
{
  for (long i = 0; i < n; i++)
    to[i] = __VERIFIER_nondet_char();
}

// What ends in 64 is linked where off_t has 64 bits because the program asks for it.
YOGI_WEAK int open(const char *path, int flags, ...) { return yogi_open_descriptor(); }
YOGI_WEAK int open64(const char *path, int flags, ...) { return yogi_open_descriptor(); }
YOGI_WEAK int creat(const char *path, mode_t mode) { return yogi_open_descriptor(); }
YOGI_WEAK int creat64(const char *path, mode_t mode) { return yogi_open_descriptor(); }
YOGI_WEAK int dup(int descriptor) { return yogi_bad(descriptor) ? -1 : yogi_open_descriptor(); }
YOGI_WEAK int socket(int domain, int type, int protocol) { return yogi_open_descriptor(); }
YOGI_WEAK int openat(int folder, const char *path, int flags, ...) { return yogi_open_descriptor(); }
YOGI_WEAK int openat64(int folder, const char *path, int flags, ...) { return yogi_open_descriptor(); }
YOGI_WEAK int shm_open(const char *name, int flags, mode_t mode) { return yogi_open_descriptor(); }
YOGI_WEAK int memfd_create(const char *name, unsigned flags) { return yogi_open_descriptor(); }
YOGI_WEAK int posix_openpt(int flags) { return yogi_open_descriptor(); }
YOGI_WEAK int getpt(void) { return yogi_open_descriptor(); }
YOGI_WEAK int epoll_create(int size) { return yogi_open_descriptor(); }
YOGI_WEAK int epoll_create1(int flags) { return yogi_open_descriptor(); }
YOGI_WEAK int eventfd(unsigned count, int flags) { return yogi_open_descriptor(); }
YOGI_WEAK int timerfd_create(int clock, int flags) { return yogi_open_descriptor(); }
YOGI_WEAK int inotify_init(void) { return yogi_open_descriptor(); }
YOGI_WEAK int inotify_init1(int flags) { return yogi_open_descriptor(); }
YOGI_WEAK int fanotify_init(unsigned flags, unsigned file_flags) { return yogi_open_descriptor(); }
YOGI_WEAK int pidfd_open(pid_t process, unsigned flags) { return yogi_open_descriptor(); }

// One that is there takes the new mask.
YOGI_WEAK int signalfd(int descriptor, const void *mask, int flags)
{
  if (descriptor == -1)
    return yogi_open_descriptor();
  return yogi_bad(descriptor) || yogi_fails() ? -1 : descriptor;
}

// What is at the number already is closed by the way.
static int yogi_put_at(int descriptor, int number)
{
  if (yogi_bad(descriptor))
    return -1;
  if (number < 0 || number >= YOGI_DESCRIPTORS) {
    errno = EBADF;
    return -1;
  }
  if (number == descriptor)
    return number;
  if (yogi_fails())
    return -1;
  yogi_descriptors[number] = 1;
  return number;
}

YOGI_WEAK int dup2(int descriptor, int number) { return yogi_put_at(descriptor, number); }

YOGI_WEAK int dup3(int descriptor, int number, int flags)
{
  if (descriptor != number)
    return yogi_put_at(descriptor, number);
  errno = EINVAL;
  return -1;
}

static int yogi_open_two(int *ends)
{
  int one = yogi_open_descriptor(), other;
  if (one < 0)
    return -1;
  other = yogi_open_descriptor();
  if (other < 0) {
    yogi_close_descriptor(one);
    return -1;
  }
  ends[0] = one;
  ends[1] = other;
  return 0;
}

YOGI_WEAK int pipe(int ends[2]) { return yogi_open_two(ends); }
YOGI_WEAK int pipe2(int ends[2], int flags) { return yogi_open_two(ends); }
YOGI_WEAK int socketpair(int domain, int type, int protocol, int ends[2]) { return yogi_open_two(ends); }

// The last six characters of the path are replaced, or the last in front of a suffix.
static int yogi_make_file(char *path, int suffix)
{
  size_t n = 0;
  while (path[n])
    n++;
  if (suffix < 0 || n < 6 + (size_t)suffix) {
    errno = EINVAL;
    return -1;
  }
  n -= (size_t)suffix;
  for (size_t i = n - 6; i < n; i++) {
    char c = __VERIFIER_nondet_char();
    __VERIFIER_assume((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'));
    path[i] = c;
  }
  return yogi_open_descriptor();
}

YOGI_WEAK int mkstemp(char *path) { return yogi_make_file(path, 0); }
YOGI_WEAK int mkstemp64(char *path) { return yogi_make_file(path, 0); }
YOGI_WEAK int mkostemp(char *path, int flags) { return yogi_make_file(path, 0); }
YOGI_WEAK int mkostemp64(char *path, int flags) { return yogi_make_file(path, 0); }
YOGI_WEAK int mkstemps(char *path, int suffix) { return yogi_make_file(path, suffix); }
YOGI_WEAK int mkstemps64(char *path, int suffix) { return yogi_make_file(path, suffix); }
YOGI_WEAK int mkostemps(char *path, int suffix, int flags) { return yogi_make_file(path, suffix); }
YOGI_WEAK int mkostemps64(char *path, int suffix, int flags) { return yogi_make_file(path, suffix); }

// Whose address it is: as much of it as there is room for, and how long it is.
static void yogi_address(struct sockaddr *address, socklen_t *size)
{
  socklen_t length = __VERIFIER_nondet_uint();
  if (!address)
    return;
  __VERIFIER_assume(length <= sizeof(struct sockaddr_storage));
  yogi_fill((char *)address, length < *size ? length : *size);
  *size = length;
}

static int yogi_accept(int descriptor, struct sockaddr *address, socklen_t *size)
{
  int connected;
  if (yogi_bad(descriptor))
    return -1;
  yogi_signals();
  connected = yogi_open_descriptor();
  if (connected >= 0)
    yogi_address(address, size);
  return connected;
}

YOGI_WEAK int accept(int descriptor, struct sockaddr *address, socklen_t *size) { return yogi_accept(descriptor, address, size); }
// It is no call of accept, which would be an event of rules too.
YOGI_WEAK int accept4(int descriptor, struct sockaddr *address, socklen_t *size, int flags)
{
  return yogi_accept(descriptor, address, size);
}

// Whatever close says, the descriptor is closed.
YOGI_WEAK int close(int descriptor)
{
  if (yogi_bad(descriptor))
    return -1;
  yogi_close_descriptor(descriptor);
  return yogi_fails() ? -1 : 0;
}

YOGI_WEAK ssize_t read(int descriptor, void *to, size_t n)
{
  long got;
  if (yogi_bad(descriptor))
    return -1;
  yogi_signals();
  if (yogi_fails())
    return -1;
  if (!__VERIFIER_nondet_int())
    return 0;
  got = yogi_length(n);
  yogi_fill(to, got);
  return got;
}

// Flag 32 is MSG_TRUNC: the result is how long a message was, of which what there is room for is put down.
static ssize_t yogi_receive(int descriptor, void *to, size_t n, int flags)
{
  long got = __VERIFIER_nondet_long();
  if (yogi_bad(descriptor))
    return -1;
  yogi_signals();
  if (yogi_fails())
    return -1;
  __VERIFIER_assume(got >= 0 && ((size_t)got <= n || flags & 32));
  yogi_fill(to, (size_t)got < n ? got : (long)n);
  return got;
}

YOGI_WEAK ssize_t recv(int descriptor, void *to, size_t n, int flags) { return yogi_receive(descriptor, to, n, flags); }
YOGI_WEAK ssize_t recvfrom(int descriptor, void *to, size_t n, int flags, struct sockaddr *address, socklen_t *size)
{
  ssize_t got = yogi_receive(descriptor, to, n, flags);
  if (got >= 0)
    yogi_address(address, size);
  return got;
}

static ssize_t yogi_send(int descriptor, size_t n)
{
  if (yogi_bad(descriptor))
    return -1;
  yogi_signals();
  if (yogi_fails())
    return -1;
  return yogi_length(n);
}

YOGI_WEAK ssize_t write(int descriptor, const void *from, size_t n) { return yogi_send(descriptor, n); }
YOGI_WEAK ssize_t send(int descriptor, const void *from, size_t n, int flags) { return yogi_send(descriptor, n); }
YOGI_WEAK ssize_t sendto(int descriptor, const void *from, size_t n, int flags, const struct sockaddr *to, socklen_t size)
{
  return yogi_send(descriptor, n);
}

// The parts are filled one behind the other.
YOGI_WEAK ssize_t readv(int descriptor, const struct iovec *parts, int n)
{
  size_t all = 0;
  if (yogi_bad(descriptor))
    return -1;
  yogi_signals();
  if (yogi_fails())
    return -1;
  for (int i = 0; i < n; i++) {
    size_t got = (size_t)__VERIFIER_nondet_long();
    __VERIFIER_assume(got <= parts[i].iov_len);
    yogi_fill(parts[i].iov_base, (long)got);
    all += got;
    if (got < parts[i].iov_len)
      break;
  }
  return (ssize_t)all;
}

YOGI_WEAK ssize_t writev(int descriptor, const struct iovec *parts, int n)
{
  size_t all = 0;
  for (int i = 0; i < n; i++)
    all += parts[i].iov_len;
  return yogi_send(descriptor, all);
}

static long yogi_seek_to(int descriptor)
{
  long at = __VERIFIER_nondet_long();
  if (yogi_bad(descriptor) || yogi_fails())
    return -1;
  __VERIFIER_assume(at >= 0);
  return at;
}

YOGI_WEAK off_t lseek(int descriptor, off_t offset, int from) { return yogi_seek_to(descriptor); }
#ifdef __LP64__
YOGI_WEAK yogi_offset lseek64(int descriptor, yogi_offset offset, int from) { return yogi_seek_to(descriptor); }
#endif

static int yogi_act(int descriptor) { return yogi_bad(descriptor) || yogi_fails() ? -1 : 0; }
static int yogi_try(void) { return yogi_fails() ? -1 : 0; }

static void yogi_time(struct timespec *t)
{
  t->tv_sec = (time_t)__VERIFIER_nondet_long();
  t->tv_nsec = __VERIFIER_nondet_long();
  __VERIFIER_assume(t->tv_nsec >= 0 && t->tv_nsec < 1000000000);
}

static int yogi_describe(struct stat *s)
{
  if (yogi_fails())
    return -1;
  s->st_mode = __VERIFIER_nondet_uint();
  s->st_size = __VERIFIER_nondet_long();
  __VERIFIER_assume(s->st_size >= 0);
  s->st_dev = (dev_t)__VERIFIER_nondet_long();
  s->st_ino = (ino_t)__VERIFIER_nondet_long();
  s->st_nlink = (nlink_t)__VERIFIER_nondet_long();
  s->st_uid = __VERIFIER_nondet_uint();
  s->st_gid = __VERIFIER_nondet_uint();
  s->st_rdev = (dev_t)__VERIFIER_nondet_long();
  s->st_blksize = __VERIFIER_nondet_long();
  s->st_blocks = __VERIFIER_nondet_long();
  __VERIFIER_assume(s->st_blksize > 0 && s->st_blocks >= 0);
  yogi_time(&s->st_atim);
  yogi_time(&s->st_mtim);
  yogi_time(&s->st_ctim);
  return 0;
}

// Who waits for a lock may be interrupted.
static int yogi_wait(int descriptor)
{
  if (yogi_bad(descriptor))
    return -1;
  yogi_signals();
  return yogi_try();
}

YOGI_WEAK int flock(int descriptor, int operation) { return yogi_wait(descriptor); }
YOGI_WEAK int lockf(int descriptor, int command, off_t length) { return yogi_wait(descriptor); }
YOGI_WEAK int lockf64(int descriptor, int command, yogi_offset length) { return yogi_wait(descriptor); }

// What is asked for is a number, but of these commands: the first two make descriptors, and one tells of a lock.
static int yogi_control(int descriptor, int command, va_list arguments)
{
  int result = __VERIFIER_nondet_int();
  if (yogi_bad(descriptor))
    return -1;
  if (command == F_DUPFD || command == F_DUPFD_CLOEXEC) {
    int least = va_arg(arguments, int);
    result = yogi_fails() ? -1 : yogi_some_descriptor();
    __VERIFIER_assume(result < 0 || result >= least);
  } else if (command == F_GETLK || command == F_SETLK || command == F_SETLKW) {
    struct flock *lock = va_arg(arguments, struct flock *);
    result = yogi_wait(descriptor);
    if (command == F_GETLK && !result) {
      lock->l_type = (short)__VERIFIER_nondet_int();
      lock->l_whence = (short)__VERIFIER_nondet_int();
      lock->l_start = __VERIFIER_nondet_long();
      lock->l_len = __VERIFIER_nondet_long();
      lock->l_pid = __VERIFIER_nondet_int();
    }
  } else if (yogi_fails())
    result = -1;
  else
    __VERIFIER_assume(result >= 0);
  return result;
}

#define YOGI_FCNTL(name) \
  YOGI_WEAK int name(int descriptor, int command, ...) \
  { \
    int result; \
    va_list arguments; \
    va_start(arguments, command); \
    result = yogi_control(descriptor, command, arguments); \
    va_end(arguments); \
    return result; \
  }

YOGI_FCNTL(fcntl)
#ifdef __LP64__
YOGI_FCNTL(fcntl64)
#endif

YOGI_WEAK int fsync(int descriptor) { return yogi_act(descriptor); }
YOGI_WEAK int ftruncate(int descriptor, off_t length) { return yogi_act(descriptor); }
YOGI_WEAK int bind(int descriptor, const struct sockaddr *address, socklen_t size) { return yogi_act(descriptor); }
YOGI_WEAK int listen(int descriptor, int backlog) { return yogi_act(descriptor); }
YOGI_WEAK int connect(int descriptor, const struct sockaddr *address, socklen_t size) { return yogi_wait(descriptor); }
YOGI_WEAK int fstat(int descriptor, struct stat *s) { return yogi_bad(descriptor) ? -1 : yogi_describe(s); }
YOGI_WEAK int stat(const char *path, struct stat *s) { return yogi_describe(s); }
YOGI_WEAK int lstat(const char *path, struct stat *s) { return yogi_describe(s); }
#ifdef __LP64__
YOGI_WEAK int ftruncate64(int descriptor, yogi_offset length) { return yogi_act(descriptor); }
YOGI_WEAK int fstat64(int descriptor, struct stat *s) { return yogi_bad(descriptor) ? -1 : yogi_describe(s); }
YOGI_WEAK int stat64(const char *path, struct stat *s) { return yogi_describe(s); }
YOGI_WEAK int lstat64(const char *path, struct stat *s) { return yogi_describe(s); }
#endif
YOGI_WEAK int access(const char *path, int mode) { return yogi_try(); }
YOGI_WEAK int unlink(const char *path) { return yogi_try(); }
YOGI_WEAK int rename(const char *from, const char *to) { return yogi_try(); }
YOGI_WEAK int mkdir(const char *path, mode_t mode) { return yogi_try(); }
YOGI_WEAK int rmdir(const char *path) { return yogi_try(); }
YOGI_WEAK int chmod(const char *path, mode_t mode) { return yogi_try(); }
YOGI_WEAK int chown(const char *path, uid_t user, gid_t group) { return yogi_try(); }
YOGI_WEAK int chroot(const char *path) { return yogi_try(); }
YOGI_WEAK int chdir(const char *path) { return yogi_try(); }

static void yogi_close_from(unsigned first, unsigned last)
{
  for (unsigned i = first; i < YOGI_DESCRIPTORS && i <= last; i++)
    yogi_descriptors[i] = 0;
}

YOGI_WEAK void closefrom(int lowest) { yogi_close_from(lowest < 0 ? 0 : (unsigned)lowest, -1u); }

// Flag 4 is CLOSE_RANGE_CLOEXEC, which closes nothing yet.
YOGI_WEAK int close_range(unsigned first, unsigned last, int flags)
{
  if (first > last || (flags & ~6)) {
    errno = EINVAL;
    return -1;
  }
  if (!(flags & 4))
    yogi_close_from(first, last);
  return 0;
}
