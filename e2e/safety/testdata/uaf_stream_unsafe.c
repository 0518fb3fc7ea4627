// CHECK: uaf
// FALSE(valid-deref) interpreted
// fclose frees the stream that is written to.
#include <stdio.h>

int main(void)
{
    FILE *log = fopen("log", "w");

    if (!log)
        return 0;
    fclose(log);
    fputs("late", log);
    return 0;
}
