// UNSAFE
// Where bytes of a pointer are written over it may lead to another place of its object.
// INPUTS: none
extern void reach_error(void);

union word {
    int *pointer;
    unsigned char bytes[sizeof(int *)];
};

static struct {
    int first, second;
} object __attribute__((aligned(8)));

int main(void)
{
    union word word = {&object.first};

    word.bytes[0] = word.bytes[0] | 4;
    *word.pointer = 1;
    if (object.second == 1)
        reach_error();
    return 0;
}
