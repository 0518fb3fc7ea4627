/* Options of a boot message, as small devices read them when they ask for an address: a byte that
 * says which, one that says how long, and so many bytes. docs/tutorial.md finds the bug in here. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum {
    OPTION_PAD = 0,
    OPTION_MASK = 1,
    OPTION_ROUTER = 3,
    OPTION_LEASE = 51,
    OPTION_TYPE = 53,
    OPTION_ZONE = 100,
    OPTION_END = 255
};

enum { MAX_ROUTERS = 4, MAX_ZONE = 4 };

enum status {
    STATUS_OK = 0,
    STATUS_SHORT = -1,  /* the message ends within an option */
    STATUS_LENGTH = -2, /* an option has another length than its kind */
    STATUS_NO_END = -3
};

struct config {
    uint8_t type;
    uint32_t mask;
    uint32_t lease;
    uint32_t routers[MAX_ROUTERS];
    unsigned router_count;
    char zone[MAX_ZONE];
};

/* A place in a message: bytes from here to end are not read yet. */
struct cursor {
    const uint8_t *here;
    const uint8_t *end;
};

static size_t remaining(const struct cursor *c)
{
    return (size_t)(c->end - c->here);
}

static uint8_t take_byte(struct cursor *c)
{
    return *c->here++;
}

/* Numbers of a message have their first byte highest. */
static uint32_t number_of(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

void config_init(struct config *config)
{
    config->type = 0;
    config->mask = 0xffffff00u;
    config->lease = 3600;
    config->router_count = 0;
    config->zone[0] = '\0';
}

static int read_type(struct config *config, const uint8_t *value, uint8_t length)
{
    if (length != 1)
        return STATUS_LENGTH;
    config->type = value[0];
    return STATUS_OK;
}

static int read_mask(struct config *config, const uint8_t *value, uint8_t length)
{
    if (length != 4)
        return STATUS_LENGTH;
    config->mask = number_of(value);
    return STATUS_OK;
}

static int read_lease(struct config *config, const uint8_t *value, uint8_t length)
{
    if (length != 4)
        return STATUS_LENGTH;
    config->lease = number_of(value);
    return STATUS_OK;
}

/* The option has one address or more. Those beyond the table are left out. */
static int read_routers(struct config *config, const uint8_t *value, uint8_t length)
{
    unsigned count = length / 4;

    if (length == 0 || length % 4 != 0)
        return STATUS_LENGTH;
    if (count > MAX_ROUTERS)
        count = MAX_ROUTERS;
    for (unsigned i = 0; i < count; i++)
        config->routers[i] = number_of(value + 4 * i);
    config->router_count = count;
    return STATUS_OK;
}

/* A time zone has four letters at most, and no zero byte behind it in the message. */
static int read_zone(struct config *config, const uint8_t *value, uint8_t length)
{
    if (length > MAX_ZONE)
        return STATUS_LENGTH;
    memcpy(config->zone, value, length);
    config->zone[length] = '\0';
    return STATUS_OK;
}

static int read_option(struct config *config, uint8_t code, const uint8_t *value, uint8_t length)
{
    switch (code) {
    case OPTION_TYPE:
        return read_type(config, value, length);
    case OPTION_MASK:
        return read_mask(config, value, length);
    case OPTION_LEASE:
        return read_lease(config, value, length);
    case OPTION_ROUTER:
        return read_routers(config, value, length);
    case OPTION_ZONE:
        return read_zone(config, value, length);
    default:
        return STATUS_OK; /* options of others */
    }
}

/* Reads the options of a message of so many bytes, to the end option. */
int parse_options(struct config *config, const uint8_t *message, size_t size)
{
    struct cursor c = { message, message + size };

    while (remaining(&c) > 0) {
        uint8_t code = take_byte(&c);
        uint8_t length;
        int status;

        if (code == OPTION_PAD)
            continue;
        if (code == OPTION_END)
            return STATUS_OK;
        if (remaining(&c) == 0)
            return STATUS_SHORT;
        length = take_byte(&c);
        if (remaining(&c) < length)
            return STATUS_SHORT;
        status = read_option(config, code, c.here, length);
        if (status != STATUS_OK)
            return status;
        c.here += length;
    }
    return STATUS_NO_END;
}

static void print_address(const char *what, uint32_t address)
{
    printf("%s %u.%u.%u.%u\n", what, (unsigned)(address >> 24), (unsigned)(address >> 16 & 255),
           (unsigned)(address >> 8 & 255), (unsigned)(address & 255));
}

void config_print(const struct config *config)
{
    printf("type %u, lease %lu s\n", config->type, (unsigned long)config->lease);
    print_address("mask", config->mask);
    for (unsigned i = 0; i < config->router_count; i++)
        print_address("router", config->routers[i]);
    if (config->zone[0] != '\0')
        printf("zone %s\n", config->zone);
}

#ifndef NO_MAIN
int main(void)
{
    static const uint8_t message[] = {
        OPTION_TYPE, 1, 5,
        OPTION_MASK, 4, 255, 255, 0, 0,
        OPTION_PAD,
        OPTION_ROUTER, 8, 10, 0, 0, 1, 10, 0, 0, 2,
        OPTION_ZONE, 3, 'C', 'E', 'T',
        OPTION_END
    };
    struct config config;

    config_init(&config);
    if (parse_options(&config, message, sizeof message) != STATUS_OK)
        return 1;
    config_print(&config);
    return 0;
}
#endif
