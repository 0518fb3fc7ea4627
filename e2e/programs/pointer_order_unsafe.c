// UNSAFE
// Which of two unrelated objects comes first is left open, and one of them does.
// INPUTS: none
extern void reach_error(void);

int main(void)
{
    int first, second;
    int *low = &first < &second ? &first : &second, *high = low == &first ? &second : &first;

    if (low < high)
        reach_error();
    return 0;
}
