// CHECK: uaf
// FALSE(valid-deref) interpreted
// What strchr found was in the line of the round before.
#include <string.h>

int main(void)
{
    char *found = 0;
    int sum = 0;

    for (int i = 0; i < 2; i++) {
        char line[] = "a=b";

        if (found)
            sum += *found;
        found = strchr(line, '=');
    }
    return sum;
}
