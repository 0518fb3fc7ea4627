// CHECK: uaf
// FALSE(valid-deref) executed
// The cleanup of the outer block runs when the object of the inner one is dead.
static void set(int **p) { **p = 1; }

int main(void)
{
    int outer = 0;
    int *q __attribute__((cleanup(set))) = &outer;

    {
        int inner = 0;

        q = &inner;
        return outer;
    }
}
