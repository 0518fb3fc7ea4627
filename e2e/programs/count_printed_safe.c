// SAFE
#include <stdio.h>
extern void reach_error(void);

int main(void)
{
    int count = 5;
    signed char small = 5;
    char text[20];

    snprintf(text, sizeof text, "%%%hhn 100%%n", &small);
    printf("ab%n", &count);
    if (count != 2 || small != 1)
        reach_error();
    return 0;
}
