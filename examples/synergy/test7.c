// SAFE
// Like Figure 1, with few rounds and a check of the counter itself: the loop must be unrolled.
extern void reach_error(void);

int main(void)
{
    int i;

    i = 0;
    while (i < 4) {
        i = i + 2;
    }
    if (i != 4)
        reach_error();
    return 0;
}
