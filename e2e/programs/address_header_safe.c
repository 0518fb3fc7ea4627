// SAFE
// A header and the text behind it in one allocation: what the loop writes is no part of an address.
#include <stdlib.h>

extern void reach_error(void);

struct text {
    struct text *next;
    size_t length;
};

static struct text *make(const char *from, size_t length)
{
    struct text *made = malloc(sizeof *made + length + 1);
    char *to;
    size_t i;

    if (made == NULL)
        exit(0);
    made->next = NULL;
    made->length = length;
    to = (char *) (made + 1);
    for (i = 0; i < length; i++)
        to[i] = from[i];
    to[length] = '\0';
    return made;
}

int main(void)
{
    struct text *first = make("abc", 3), *second = make("xy", 2);

    second->next = first;
    if (second->length != 2 || second->next->length != 3)
        reach_error();
    if (((char *) (second + 1))[1] != 'y')
        reach_error();
    return 0;
}
