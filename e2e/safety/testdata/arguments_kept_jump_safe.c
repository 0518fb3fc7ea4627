// CHECK: bounds,null
// TRUE
// Jumps from behind the declaration of a variable to a label do not pass it.
int main(int argc, char **argv)
{
    const char *name = argv[0];
    if (argc < 2)
        goto out;
    name = argv[1];
out:
    return name[0];
}
