// UNSAFE
// An object need not be aligned more than its type asks.
// INPUTS: none
extern void reach_error(void);

char first;
int number[3];
char second;

int main(void)
{
    first = second;
    if ((unsigned long) &number[1] & 63)
        reach_error();
    return 0;
}
