// SAFE
// A constant table of structs with strings, searched by key.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct entry {
    const char *name;
    int code;
};

static const struct entry entries[] = {
    {"open", 3},
    {"close", 5},
    {"read", 8},
};

static const struct entry *find(int code)
{
    int i;

    for (i = 0; i < 3; i++) {
        if (entries[i].code == code)
            return &entries[i];
    }
    return 0;
}

int main(void)
{
    const struct entry *entry = find(__VERIFIER_nondet_int());

    if (entry && entry->name[0] == 'x')
        reach_error();
    return 0;
}
