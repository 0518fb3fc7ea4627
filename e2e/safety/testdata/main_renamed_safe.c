// CHECK: bounds,null
// TRUE
// Main is called by another name, with a table of texts.
int again(int argc, char **argv);
static int depth;

int main(int argc, char **argv)
{
    char *text[2] = {"x", 0};

    if (depth++ == 0)
        return again(1, text);
    return argv[0][0];
}

int again(int argc, char **argv) __attribute__((alias("main")));
