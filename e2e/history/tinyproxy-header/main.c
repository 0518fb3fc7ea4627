// A header that names itself among those that are removed with it.
#include "reqs.c"

int main(void) {
    char value[] = "connection";
    char *copy = value;
    orderedmap headers = orderedmap_create(1);
    if (headers && orderedmap_append(headers, "connection", copy) > 0)
        remove_connection_headers(headers);
    return 0;
}
