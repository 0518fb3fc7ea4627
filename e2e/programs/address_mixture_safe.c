// SAFE
// What shares a place in a union with pointers, byte by byte, leaves the objects apart to which no pointer there leads.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct buffer {
    int length, used;
};

struct request {
    int kind;
    union {
        struct {
            unsigned length, key;
        } read;
        struct {
            struct buffer *buffer;
        } control;
        unsigned char bytes[8];
    } of;
};

static struct buffer buffer = {8, 0}, other = {4, 0};
static struct request made;
static struct lock {
    int held, count;
} lock, *current = &lock;

static void serve(struct request *request)
{
    struct buffer *buffer = request->of.control.buffer;

    if (request->kind == 1) {
        buffer->used = buffer->length;
        if (current->held)
            reach_error();
    }
}

int main(void)
{
    unsigned turns = (unsigned)__VERIFIER_nondet_int() % 3;

    while (turns--) {
        made.kind = __VERIFIER_nondet_int() & 1;
        if (made.kind == 1) {
            made.of.control.buffer = __VERIFIER_nondet_int() ? &buffer : &other;
        } else {
            made.of.read.length = 7;
            made.of.bytes[5] = __VERIFIER_nondet_int();
        }
        current->count++;
        serve(&made);
    }
    return 0;
}
