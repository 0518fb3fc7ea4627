// CHECK: bounds,uaf
// TRUE
// The jump stays in the block of x, whose declaration is passed again: the pointer leads to the same object.
static int table[8];

int main(void)
{
    int rounds = 0, *p = 0;

    {
    top:;
        int x = 3;

        if (p) {
            x = 4;
            return table[*p];
        }
        p = &x;
        rounds++;
        goto top;
    }
}
