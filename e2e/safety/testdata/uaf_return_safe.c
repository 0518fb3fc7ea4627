// CHECK: uaf
// TRUE
// A static object outlives the function.
static int *counter(int start)
{
    static int kept;

    kept = start;
    return &kept;
}

int main(void) { return *counter(3); }
