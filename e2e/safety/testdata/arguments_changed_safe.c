// CHECK: bounds,null
// TRUE
// What is done to argc behind a call does not matter to the function that was called.
static int last(int count, char **texts)
{
    return texts[count - 1][0];
}

int main(int argc, char **argv)
{
    int n = last(argc, argv);

    argc = 0;
    return n > argc;
}
