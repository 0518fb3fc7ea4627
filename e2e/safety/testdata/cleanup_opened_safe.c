// CHECK: cleanup
// TRUE
// What the library allocates is freed, or was the program's own.
#include <dirent.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    char place[4096], *p = argc > 1 ? getcwd(NULL, 0) : NULL, *q = getcwd(place, sizeof place);
    DIR *d = argc > 2 ? opendir("/") : NULL;

    if (d)
        closedir(d);
    free(p);
    free(realpath("/", NULL));
    return q != NULL;
}
