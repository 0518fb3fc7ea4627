// CHECK: uninit
// TRUE
// The initialiser names what it initialises and reads nothing of it.
int main(void)
{
    long x = sizeof x;
    int y = (y = 3) - 1;

    return x + y;
}
