// CHECK: bounds,uaf
// FALSE(valid-deref) executed
static int table[8];

int main(void)
{
    int rounds = 0, *p = 0;

    {
    top:;
        int x;

        if (rounds == 0)
            x = 4;
        if (p) {
            x = 20;
            return table[*p];
        }
        p = &x;
        rounds++;
        goto top;
    }
}
