// SAFE
// Figure 3 with strict alternation checked: taking a held lock and giving back a free one are errors too.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int locked = 0;
    int old, count;

    count = __VERIFIER_nondet_int();
    do {
        if (locked)
            reach_error();
        locked = 1;
        old = count;
        if (__VERIFIER_nondet_int()) {
            if (!locked)
                reach_error();
            locked = 0;
            count = count + 1;
        }
    } while (old != count);
    if (!locked)
        reach_error();
    locked = 0;
    return 0;
}
