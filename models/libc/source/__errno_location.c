/* bound to the machine's C library, whose functions set it. What errno stands for: one object, since there are no threads. */
static int number;

int *__errno_location(void) { return &number; }
