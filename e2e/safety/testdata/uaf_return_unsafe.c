// CHECK: uaf
// FALSE(valid-deref) executed
// A local does not.
static int *counter(int start)
{
    int kept = start, *result = &kept;

    return result;
}

int main(void) { return *counter(3); }
