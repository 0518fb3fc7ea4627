// UNSAFE
// INPUTS: none
// A function of the library that fails says why in errno.
#include <errno.h>
#include <fcntl.h>
extern void reach_error(void);

int main(void)
{
    errno = 0;
    if (open("/does/not/exist", O_RDONLY) < 0 && errno == ENOENT)
        reach_error();
    return 0;
}
