// SAFE
// An error code in a pointer is told from every object.
extern void reach_error(void);

int cell;

static int is_error(const void *pointer)
{
    return (unsigned long) pointer >= (unsigned long) -4095;
}

int main(void)
{
    if (is_error(&cell))
        reach_error();
    return 0;
}
