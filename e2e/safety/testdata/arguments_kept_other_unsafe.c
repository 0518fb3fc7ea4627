// CHECK: bounds,null
// FALSE(valid-deref) executed
// A variable with one of main's texts is given a pointer to something else by another function.
static char two[2];
static const char *name = "none";
static void change(void) { name = two + 2; }
static void (*todo)(void) = change;

int main(int argc, char **argv)
{
    if (argc > 1)
        name = argv[1];
    else
        todo();
    return name[0];
}
