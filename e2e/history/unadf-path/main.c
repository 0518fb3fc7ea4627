// A tree of one folder, the name of which has any length of up to 255, as the lengths on disk are bytes.
#define main unadf_main
#include "unadf.c"
#undef main

unsigned char nondet_uchar(void);

int main(void) {
    static struct Volume volume;
    static struct List tree;
    static struct Entry entry;
    unsigned length = nondet_uchar();
    char *name = malloc(length + 1);
    if (!name)
        return 0;
    memset(name, 'a', length);
    name[length] = '\0';
    entry.type = ST_DIR;
    entry.name = name;
    tree.content = &entry;
    extractTree(&volume, &tree, "", NULL, FALSE, TRUE);
    return 0;
}
