// CHECK: bounds,null
// FALSE(valid-deref) executed
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    char buffer[4096];
    int i, status = 0;
    for (i = 1; i <= argc; i++) { // also where there is no argument
        ssize_t n;
        int fd = argv[i][0] == '-' ? 0 : open(argv[i], O_RDONLY);
        if (fd < 0) {
            perror(argv[i]);
            status = 1;
            continue;
        }
        while ((n = read(fd, buffer, sizeof buffer)) > 0)
            if (write(1, buffer, n) != n)
                status = 1;
        close(fd);
    }
    return status;
}
