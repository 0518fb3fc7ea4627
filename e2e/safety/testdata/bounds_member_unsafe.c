// CHECK: bounds
// FALSE(valid-deref) executed
// An index behind a member that is an array, inside of the struct.
int main(void)
{
    struct { int low[2]; int high; } s;
    int i = 2;

    s.low[i] = 3;
    return 0;
}
