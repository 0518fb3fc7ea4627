// SAFE
// Cases fall through; default stands in the middle.
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
    if (score == 1 || score == 4)
        reach_error();
    return 0;
}
