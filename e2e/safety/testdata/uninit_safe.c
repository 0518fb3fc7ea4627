// CHECK: uninit
// TRUE
// Each path that reads the object writes it first; a copy of a struct reads none of its members.
extern int __VERIFIER_nondet_int(void);
struct pair { int first, second; };

int main(void)
{
    int x, n = __VERIFIER_nondet_int();
    struct pair p, q;

    if (n > 3)
        x = n;
    p.first = 1;
    q = p;
    for (int i = 0; i < 2; i++) {
        int y;

        y = i;
        n += y;
    }
    return (n > 4 && n < 10 && x > 2) + p.first;
}
