// CHECK: bounds,null
// FALSE(valid-deref) executed
// A pointer to another name of a function hands it a table, so its parameter does not always hold what main got.
static int last(int count, char **texts) { return count < 1 ? 0 : texts[count - 1] == 0; }
static int same(int count, char **texts) __attribute__((alias("last")));
static int (*chosen)(int, char **) = same;
static char *table[2];

int main(int argc, char **argv)
{
    return same(argc, argv) + chosen(argc, table);
}
