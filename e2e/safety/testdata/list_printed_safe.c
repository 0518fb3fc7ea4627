// CHECK: bounds
// TRUE
// What a function prints for its callers is checked by the formats that they give it.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
static int verbose;
static void verror(const char *format, va_list list)
{
    fputs("program: ", stderr);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
}
static void die(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    verror(format, list);
    va_end(list);
    exit(1);
}
static void note(const char *format, ...)
{
    va_list list;
    if (!verbose)
        return;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
}
int main(int argc, char **argv)
{
    char name[8];
    if (argc < 2)
        die("usage: %s FILE", argv[0]);
    if (argc > 3)
        die(argc > 4 ? "%d arguments, the first of which is %.*s" : "too many", argc, 3, argv[1]);
    verbose = argc == 3;
    snprintf(name, sizeof name, "file");
    note("%ld of %5.2f: %s\n", 3L, 0.5, name);
    return 0;
}
