// CHECK: bounds
// FALSE(valid-deref) executed
// The last member of the struct has a length that is known when the program runs (GNU).
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int() & 1;
    struct { short first; char text[n + 1]; int last[n + 2]; } s, *p = &s;

    p->first = 1;
    s.text[n] = 2;
    p->last[n + 2] = 3;
    return 0;
}
