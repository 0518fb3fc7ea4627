// CHECK: cleanup
// TRUE
#include <dirent.h>

int main(void)
{
    DIR *d = opendir("/");

    return d != NULL && closedir(d) != 0;
}
