// SAFE
// The text of a constant is known as that of a literal is.
#include <stdio.h>
extern void reach_error(void);

static const char counts[] = "ab%n";
static const char *const prints = "%s of %d";

int main(void)
{
    int count = 0;
    char text[20];

    printf(counts, &count);
    sprintf(text, prints, "one", 2);
    if (count != 2 || text[7] != '2')
        reach_error();
    return 0;
}
