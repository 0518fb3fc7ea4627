// UNSAFE
// The end of one array may be where another begins.
// INPUTS: none
extern void reach_error(void);

int cells[4], others[4];

int main(void)
{
    int *at = cells;

    while (at != cells + 4)
        *at++ = 1;
    if (at == others || others + 4 == cells)
        reach_error();
    return others[0];
}
