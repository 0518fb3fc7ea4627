// CHECK: uaf
// UNKNOWN(model)
// What readdir returned is gone behind closedir.
#include <dirent.h>

int main(void)
{
    DIR *folder = opendir(".");
    struct dirent *entry;
    int first;

    if (folder == 0)
        return 0;
    entry = readdir(folder);
    closedir(folder);
    first = entry ? entry->d_name[0] : 0;
    return first;
}
