// CHECK: double-free
// TRUE
// A text of the library that a function returns has a first character, a zero at its end at least.
extern const char *gai_strerror(int);

int main(void)
{
    char first = gai_strerror(1)[0];

    (void)first;
    return 0;
}
