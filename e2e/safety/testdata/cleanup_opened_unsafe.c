// CHECK: cleanup
// FALSE(valid-memcleanup) interpreted
// A folder is opened and never closed.
#include <dirent.h>

int main(void)
{
    DIR *d = opendir("/");

    return d != NULL;
}
