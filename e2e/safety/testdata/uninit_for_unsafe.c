// CHECK: uninit
// FALSE(valid-read) interpreted
// The jump into the body passes the first clause of the loop.
int main(void)
{
    goto inside;
    for (int i = 0; i < 3; i++) {
    inside:
        if (i == 7)
            return 1;
    }
    return 0;
}
