// UNSAFE
// break and continue in a do-while loop and in a switch within it.
// INPUTS: 2 2
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int i = 0;
    int kept = 0;

    do {
        i++;
        switch (__VERIFIER_nondet_int()) {
        case 0:
            continue;
        case 1:
            break;
        default:
            kept = kept + 10;
        }
        kept = kept + 1;
    } while (i < 2);
    if (i != 2)
        reach_error();
    if (kept > 21)
        reach_error();
    return 0;
}
