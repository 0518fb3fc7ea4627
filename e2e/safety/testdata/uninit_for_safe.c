// CHECK: uninit
// TRUE
// The jump into the body passes the first clause of the loop, and what it jumps to assigns.
int main(void)
{
    goto inside;
    for (int i = 0; i < 3; i++) {
    inside:
        i = 2;
    }
    return 0;
}
