// CHECK: uaf
// TRUE
// The cleanup of a block runs before its objects are dead.
static void set(int **p) { **p = 1; }

int main(void)
{
    int outer = 0;
    int *q __attribute__((cleanup(set))) = &outer;

    {
        int inner = 0;

        int *p __attribute__((cleanup(set))) = &inner;

        return outer;
    }
}
