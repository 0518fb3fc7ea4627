// SAFE
// What is put into a structure for a message that nobody reads is read behind the end of a header: that says nothing of
// where the lock of the header is.
#include <stdlib.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct header {
    struct header *next;
    int held;
    unsigned count;
};

union message {
    struct {
        unsigned low;
        int high;
    };
    long long whole;
};

static void tell(const char *format, ...)
{
}

static void show(struct header *header)
{
    long *pages = (long *) (header + 1);
    union message message;

    for (unsigned n = 0; n < header->count; n++) {
        message.whole = pages[n] << 12;
        tell("page %lld\n", message.whole);
    }
}

int main(void)
{
    struct header *header = malloc(sizeof *header + 4 * sizeof(long));

    if (!header)
        return 0;
    header->next = 0;
    header->held = 0;
    header->count = __VERIFIER_nondet_int() ? 4 : 0;
    show(header);
    if (header->held || header->next)
        reach_error();
    free(header);
    return 0;
}
