// CHECK: bounds,uaf
// TRUE
// What the object of the first pass was given is not there any more.
static int table[8];

int main(void)
{
    int rounds = 0, *p = 0;

    {
    top:;
        int x;

        if (rounds == 0)
            x = 20;
        if (p) {
            x = 4;
            return table[*p];
        }
        p = &x;
        rounds++;
        goto top;
    }
}
