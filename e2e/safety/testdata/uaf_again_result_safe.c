// CHECK: uaf
// TRUE
#include <string.h>

int main(void)
{
    char *found = 0;
    int sum = 0;

    for (int i = 0; i < 2; i++) {
        char line[] = "a=b";

        found = strchr(line, '=');
        if (found)
            sum += *found;
    }
    return sum;
}
