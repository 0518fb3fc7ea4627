// SAFE
// An object is aligned as its type asks.
extern void reach_error(void);

char first;
int number[3];
char second;

int main(void)
{
    first = second;
    if ((unsigned long) &number[1] & 3)
        reach_error();
    return 0;
}
