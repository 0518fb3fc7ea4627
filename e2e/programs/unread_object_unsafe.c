// UNSAFE
// A structure that is filled for a message is read where its address was kept.
// INPUTS: 7
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct message {
    int code, text;
};

static struct message *kept;

static void keep(struct message *message)
{
    kept = message;
}

static void look(void)
{
    if (kept && kept->code == 7)
        reach_error();
}

int main(void)
{
    struct message message, unread;

    keep(&message);
    message.text = 1;
    unread.code = message.text;
    message.code = __VERIFIER_nondet_int();
    unread.text = message.code;
    (void) unread;
    look();
    return 0;
}
