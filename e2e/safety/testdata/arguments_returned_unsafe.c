// CHECK: bounds,null
// FALSE(valid-deref) executed
// What strchr returns leads into the argument that it searches, and the text loses its end.
#include <string.h>

int main(int argc, char **argv)
{
    char *end;

    if (argc < 2)
        return 0;
    end = strchr(argv[1], '\0');
    *end = 'x';
    return strlen(argv[1]) == 7;
}
