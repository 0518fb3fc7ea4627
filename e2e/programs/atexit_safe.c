// SAFE
// What atexit registered runs at exit, the last one first.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int open_files, flushed;

static void close_all(void)
{
    if (!flushed || open_files < 0)
        reach_error();
    open_files = 0;
}

static void flush_all(void) { flushed = 1; }

static void work(int n)
{
    if (n > 10)
        exit(3);
    open_files++;
}

int main(void)
{
    atexit(close_all);
    atexit(flush_all);
    work(__VERIFIER_nondet_int());
    return 0;
}
