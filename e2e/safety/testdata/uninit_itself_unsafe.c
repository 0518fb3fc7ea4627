// CHECK: uninit
// FALSE(valid-read) interpreted
// The initialiser reads what it initialises.
struct pair {
    int a, b;
};

int main(void)
{
    struct pair p = {1, p.b};

    return p.b;
}
