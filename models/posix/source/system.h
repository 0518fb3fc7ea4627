// What the models share. A result that the system decides is an input.
// The prototypes without extensions, but all those of POSIX, whatever the program asks for.
#undef _GNU_SOURCE
#undef _POSIX_SOURCE
#undef _POSIX_C_SOURCE
#undef _XOPEN_SOURCE
#undef _DEFAULT_SOURCE
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE 1
#undef _FILE_OFFSET_BITS
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/types.h>

// An offset of 64 bits, as the functions have it whose names end in 64.
#ifdef __LP64__
typedef long yogi_offset;
#else
typedef long long yogi_offset;
#endif

// A program may define a function of the library itself, and then calls its own.
#define YOGI_WEAK __attribute__((weak))

int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
char __VERIFIER_nondet_char(void);
void __VERIFIER_assume(int);

// yogi_fails chooses whether a call fails, for a reason that it leaves in errno.
int yogi_fails(void);

// yogi_open_descriptor is a descriptor that was closed and is open now, as open chooses it, or -1.
int yogi_open_descriptor(void);
int yogi_is_open(int descriptor);

// yogi_bad is a call with a descriptor that is not open, which errno says then.
int yogi_bad(int descriptor);

// yogi_has_streams says that a stream was opened whose descriptor is chosen only where the program asks for it.
extern int yogi_has_streams;

// yogi_some_descriptor is one in any case, and any that was closed.
int yogi_some_descriptor(void);

// yogi_close_descriptor does nothing where the descriptor is not open.
void yogi_close_descriptor(int descriptor);

// yogi_length is how much of n bytes is moved: at least one where one is asked for.
long yogi_length(size_t n);

// yogi_fill is what comes from outside: each of n bytes is any.
void yogi_fill(char *to, long n);

// yogi_get reads a byte of a stream, a FILE *, and yogi_put writes something to one: EOF or not.
struct _IO_FILE;
int yogi_get(struct _IO_FILE *stream);
int yogi_put(struct _IO_FILE *stream);

// yogi_wait_for is waitpid.
pid_t yogi_wait_for(pid_t process, int *status, int options);

// yogi_signals lets signals come that the program handles, any number of them, and tells whether one came.
int yogi_signals(void);
