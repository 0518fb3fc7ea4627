// CHECK: uaf
// TRUE
// The stream that is opened next may lie where the closed one did.
#include <stdio.h>

int main(void)
{
    for (int i = 0; i < 2; i++) {
        FILE *log = fopen("log", "w");

        if (!log)
            return 0;
        fputs("in time", log);
        fprintf(log, "%d", i);
        fclose(log);
    }
    return 0;
}
