// UNSAFE
// Cases fall through; default stands in the middle.
// INPUTS: 9
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int score = 0;

    switch (__VERIFIER_nondet_int()) {
    case 1:
        score += 1;
    /* fall through */
    case 2:
        score += 2;
        break;
    default:
        score += 4;
    /* fall through */
    case 3:
        score += 8;
    }
    if (score == 12)
        reach_error();
    return 0;
}
