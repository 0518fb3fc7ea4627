// CHECK: bounds,null
// FALSE(valid-deref) executed
#include <dirent.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int i, c, status = 0;

    for (i = 1; i <= argc; i++) {
        DIR *folder = argv[i][0] ? opendir(argv[i]) : NULL; // also where there is no argument
        FILE *f;

        if (folder) {
            closedir(folder);
            continue;
        }
        f = argv[i][0] == '-' ? fopen("standard", "r") : fopen(argv[i], "r");
        if (!f) {
            perror(argv[i]);
            status = 1;
            continue;
        }
        while ((c = getc(f)) != EOF)
            putchar(c);
        fclose(f);
    }
    return status;
}
