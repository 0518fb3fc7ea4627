// CHECK: bounds,null
// FALSE(valid-deref) executed
// Main is called by another name, with a table of null pointers.
int again(int argc, char **argv);
static int depth;

int main(int argc, char **argv)
{
    char *none[2] = {0, 0};

    if (depth++ == 0)
        return again(1, none);
    return argv[0][0];
}

int again(int argc, char **argv) __attribute__((alias("main")));
