// CHECK: bounds,null
// TRUE
// A variable with one of main's texts, or a literal, is given nothing else by another function.
#include <stddef.h>

static const char *name = "none";
static void change(void) { name = NULL; }
static void (*todo)(void) = change;

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        name = argv[i];
    if (argc == 3)
        todo();
    return name && name[0];
}
