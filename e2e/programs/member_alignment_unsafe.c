// UNSAFE
// __alignof__ of a member is what its struct gives it; of where a pointer leads, the most of what casts say.
// INPUTS: none
extern void reach_error(void);

struct record {
    char packed;
    int word __attribute__((packed));
    char wide __attribute__((aligned(8)));
    struct __attribute__((packed)) {
        long inner;
    } part;
};

int main(void)
{
    struct record r;
    long l = 0;
    if (__alignof__(r.word) != 1 || __alignof__(r.wide) != 8 || __alignof__(r.part.inner) == 1)
        reach_error();
    if (__alignof__(*(char *) &l) != 8)
        reach_error();
    return 0;
}
