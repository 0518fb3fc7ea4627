// CHECK: uaf
// TRUE
struct reader {
    int *at;
};

static int *same(int *p)
{
    return p;
}

static struct reader reader_of(int *p)
{
    struct reader r = {p};

    return r;
}

static void set(int **to, int *p)
{
    *to = p;
}

int main(void)
{
    int *returned = 0, *written = 0, sum = 0;
    struct reader made = {0};

    for (int i = 0; i < 2; i++) {
        int x = i, y = i, z = i;

        returned = same(&x);
        set(&written, &y);
        made = reader_of(&z);
        sum += *returned + *written + *made.at;
    }
    return sum;
}
