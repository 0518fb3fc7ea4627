// SAFE
// Functions of strings and memory leave errno as it is, and no function sets it to zero.
#include <errno.h>
#include <fcntl.h>
#include <string.h>
extern void reach_error(void);

int main(void)
{
    char text[4] = "";

    errno = EINVAL;
    memcpy(text, "abc", 3);
    if (strlen(text) != 3 || errno != EINVAL)
        reach_error();
    if (open("/does/not/exist", O_RDONLY) < 0 && errno == 0)
        reach_error();
    return 0;
}
