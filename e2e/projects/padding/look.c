// It looks at bytes of what it knows the name of alone.
struct pair;
struct pair *pair_get(void);

int byte_of_pair(int index) { return ((unsigned char *)pair_get())[index]; }
