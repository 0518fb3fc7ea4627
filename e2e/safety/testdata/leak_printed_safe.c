// CHECK: leak
// TRUE
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static char *print(const char *format, ...)
{
    va_list arguments;
    char *text = NULL;
    int length;

    va_start(arguments, format);
    length = vasprintf(&text, format, arguments);
    va_end(arguments);
    return length < 0 ? NULL : text;
}

int main(void)
{
    char *name = NULL;
    char *copy;

    if (asprintf(&name, "%s-%d", "file", 7) < 0)
        return 0;
    copy = print("%d", 7);
    free(name);
    free(copy);
    return 0;
}
