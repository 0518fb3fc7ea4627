// UNSAFE
// A struct passed by value is a copy; a struct returned replaces the whole object.
// INPUTS: 1 2
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct pair {
    int left;
    int right;
};

static struct pair swapped(struct pair p)
{
    int left = p.left;

    p.left = p.right;
    p.right = left;
    return p;
}

int main(void)
{
    struct pair a, b;

    a.left = __VERIFIER_nondet_int();
    a.right = __VERIFIER_nondet_int();
    b = swapped(a);
    if (a.left != b.right || a.right != b.right)
        reach_error();
    return 0;
}
