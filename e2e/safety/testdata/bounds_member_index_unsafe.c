// CHECK: bounds
// FALSE(valid-deref) executed
// An index into an array in a struct that leaves it fails there, whatever the other members are cut off from.
#include <assert.h>
#include <stddef.h>
extern unsigned __VERIFIER_nondet_uint(void);

struct record {
    char name[8];
    char *base;
    unsigned long size;
    char last[8];
};

static char buffer[16];

static void put(struct record *r, unsigned i, char c)
{
    r->last[i & 7] = c;
    if (i <= sizeof r->name)
        r->name[i] = c;
}

int main(void)
{
    struct record r = {"", buffer, sizeof buffer, ""};
    put(&r, __VERIFIER_nondet_uint(), 'x');
    assert(r.size == 16);
    r.base[r.size - 1] = 1;
    return 0;
}
