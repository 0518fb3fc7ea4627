// UNSAFE
// Like Figure 1, with an error that no input avoids: the first test finds it.
// INPUTS: none
extern void reach_error(void);

int main(void)
{
    int i;

    i = 0;
    while (i < 5) {
        i = i + 1;
    }
    reach_error();
    return 0;
}
