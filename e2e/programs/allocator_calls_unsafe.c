// UNSAFE
// What each call of an allocator of the program's own makes is apart from what others make.
// INPUTS: 0 1 0 0
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct file { int held; int removed; };
struct record { struct record *next; char name[40]; int type; } *records;

static void *zeros(unsigned long size)
{
    if (__VERIFIER_nondet_int())
        return 0;
    return calloc(1, size);
}

int main(void)
{
    struct file *f = zeros(sizeof *f);
    if (!f)
        return 1;
    f->held = 1;
    while (__VERIFIER_nondet_int()) {
        struct record *r = zeros(sizeof *r);
        if (!r)
            break;
        r->type = 2;
        r->next = records;
        records = r;
        f->held = r->type;
    }
    if (f->held != 1 || f->removed)
        reach_error();
    return 0;
}
