// CHECK: bounds,null
// TRUE
// Another name of a function is called with what main got, too.
static int last(int count, char **texts) { return count < 1 ? 0 : texts[count - 1][0]; }
static int same(int count, char **texts) __attribute__((alias("last")));

int main(int argc, char **argv)
{
    return same(argc, argv) + last(argc, argv);
}
