// CHECK: uaf
// FALSE(valid-deref) executed
// What a statement of this kind makes without braces dies with it (C11 6.8.4p3, 6.8.5p5).
int main(void)
{
    int *p = 0;

    while ((p = &(int){3}), *p != 3) ;
    return *p;
}
