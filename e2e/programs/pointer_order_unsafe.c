// UNSAFE
// Which of two unrelated objects comes first is left open.
extern void reach_error(void);

int main(void)
{
    int first, second, third;

    if (&second < &first && &first < &third)
        reach_error();
    return 0;
}
