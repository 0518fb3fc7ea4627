// CHECK: bounds,null
// FALSE(valid-deref) executed
// A jump leads from behind the change back to the call.
static int last(int count, char **texts)
{
    return texts[count - 1][0];
}

int main(int argc, char **argv)
{
    int n = 0, i = 0;

again:
    n += last(argc, argv);
    argc++;
    if (i++ < 1)
        goto again;
    return n > 3;
}
