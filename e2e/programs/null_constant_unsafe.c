// UNSAFE
// What is computed by more than an integer constant expression is no null pointer constant, so ?: gives a void *.
// INPUTS: none
extern void reach_error(void);

#define IS_CONSTANT(x) (sizeof(int) == sizeof(*(8 ? (void *) ((long) (x) * 0L) : (int *) 8)))

static char text[8] = "abc";
struct { int n; char name[8]; } object = {1, "abc"};

int main(void)
{
    int n = 1;
    int *p = &n;
    if (!IS_CONSTANT(__builtin_strlen("abc")) || !IS_CONSTANT(__builtin_constant_p(n)))
        reach_error();
    if (!IS_CONSTANT(2) || !IS_CONSTANT((int) 1.5) || IS_CONSTANT(n))
        reach_error();
    if (IS_CONSTANT(1 ? 2 : n) || IS_CONSTANT(1 || n) || IS_CONSTANT((int) (1.5 + 1.5)))
        reach_error();
    if (IS_CONSTANT(__builtin_strlen(text)) || IS_CONSTANT(__builtin_strlen(object.name + 1)) ||
        IS_CONSTANT(__builtin_strlen(&text[2])))
        reach_error();
    _Generic((n ? (const void *) 0 : p), int *: (void) 0, const void *: reach_error());
    return 0;
}
