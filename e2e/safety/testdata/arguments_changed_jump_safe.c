// CHECK: bounds,null
// TRUE
// The second call is handed the program's name alone.
static int last(int count, char **texts)
{
    return texts[count - 1][0];
}

int main(int argc, char **argv)
{
    int n = 0;

again:
    n += last(argc, argv);
    if (argc > 1) {
        argc = 1;
        goto again;
    }
    return n > 3;
}
