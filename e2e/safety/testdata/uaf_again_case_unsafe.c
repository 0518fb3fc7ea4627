// CHECK: bounds,uaf
// FALSE(valid-deref) interpreted
// No declaration is passed where the block is entered again, and its object is another one nevertheless.
static int table[8];

int main(void)
{
    int *p = 0;

    for (int i = 0; i < 2; i++)
        switch (i) {
            int x;
        case 0:
            x = 3;
            p = &x;
            break;
        case 1:
            x = 4;
            return table[*p];
        }
    return 0;
}
