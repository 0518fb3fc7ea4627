// SAFE
// A walk up to the end of an array ends there.
extern void reach_error(void);

int cells[4], others[4];

int main(void)
{
    int *at = cells;

    while (at != cells + 4)
        *at++ = 1;
    if (at != cells + 4)
        reach_error();
    return others[0];
}
