// UNSAFE
// INPUTS: none
// A jump that stays in the block passes the declaration again: the array is the same object.
extern void reach_error(void);

int main(void)
{
    int again = 0, *p = 0;

start:;
    int a[100];
    a[5] = again;
    if (again) {
        if (p != a || p[5] != 0)
            reach_error();
        return 0;
    }
    p = a;
    again = 1;
    goto start;
}
