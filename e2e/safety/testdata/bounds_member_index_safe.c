// CHECK: bounds
// TRUE
// An index into an array in a struct that is checked, or that a mask bounds, leaves the other members as they are, and
// reads of them take no byte of an address.
#include <assert.h>
#include <stddef.h>
extern unsigned __VERIFIER_nondet_uint(void);

struct record {
    char name[8];
    char *base;
    unsigned long size;
    struct { char *text; int used; } slots[4];
    char last[8];
};

static char buffer[16], other[4];

static void put(struct record *r, unsigned i, char c)
{
    if (i < sizeof r->name)
        r->name[i] = c;
    r->last[i & 7] = c;
    r->last[i % 8] = r->name[i & 3];
    r->slots[i & 3].text = other;
    r->slots[(unsigned char)i / 64].used = 1;
}

int main(void)
{
    struct record r = {"", buffer, sizeof buffer, {{0}}, ""};
    put(&r, __VERIFIER_nondet_uint(), 'x');
    assert(r.size == 16 && r.base == buffer);
    r.base[r.size - 1] = 1;
    return 0;
}
