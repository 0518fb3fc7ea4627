// SAFE
// Assigning a struct copies its nested structs and arrays.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct inner {
    int cells[2];
};

struct outer {
    struct inner inner;
    int tail;
};

int main(void)
{
    struct outer a = {{{1, 2}}, 3};
    struct outer b = a;

    a.inner.cells[1] = __VERIFIER_nondet_int();
    if (b.inner.cells[1] != 2 || b.tail != 3)
        reach_error();
    b = a;
    a.inner.cells[1]++;
    if (b.inner.cells[1] == a.inner.cells[1])
        reach_error();
    return 0;
}
