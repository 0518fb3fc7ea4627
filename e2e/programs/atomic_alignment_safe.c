// SAFE
// gcc aligns what is _Atomic to its size, where an instruction has that size.
extern void reach_error(void);

struct pair {
    char bytes[4];
};

struct triple {
    char bytes[3];
};

struct record {
    char first;
    _Atomic struct pair pair;
    _Atomic(struct triple) triple;
};

int main(void)
{
    if (sizeof(struct record) != 12 || _Alignof(_Atomic struct triple) != 1)
        reach_error();
    if (__builtin_offsetof(struct record, pair) != 4)
        reach_error();
    return 0;
}
