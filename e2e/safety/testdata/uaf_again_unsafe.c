// CHECK: uaf
// FALSE(valid-deref) interpreted
// The pointer leads to the object of the round before.
int main(void)
{
    int *before = 0;

    for (int i = 0; i < 3; i++) {
        int x = i;

        if (i == 2)
            return *before;
        before = &x;
    }
    return 0;
}
