// CHECK: bounds,null
// FALSE(valid-deref) interpreted
// A case passes the declaration of a variable with its value.
int main(int argc, char **argv)
{
    switch (argc) {
        const char *name = argv[0];
    case 1:
        return name ? name[0] : 0;
    }
    return 0;
}
