// CHECK: bounds,null
// FALSE(valid-deref) executed
// The second call is handed more than main was: behind the texts is null.
static int last(int count, char **texts)
{
    return texts[count - 1][0];
}

int main(int argc, char **argv)
{
    int n = 0;

    for (int i = 0; i < 2; i++) {
        n += last(argc, argv);
        argc++;
    }
    return n > 3;
}
