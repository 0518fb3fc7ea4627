// What the headers of Linux ask of a compiler.
void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

#ifndef _WIN32
// What is elsewhere, of which only the address is of use.
extern const void _IO_2_1_stdout_;
static const void *address_of_elsewhere(void) { return &_IO_2_1_stdout_; }

// A static object that other files know by another name.
static const struct id { int vendor, device; } ids[] = { { 1, 2 }, { 3, 4 } };
extern const __typeof__(ids) module_ids __attribute__((unused, alias("ids")));
#endif

struct key { int enabled; union { int *entries; long type; }; };
struct false_key { struct key key; };
struct description { const char *function; unsigned line : 18; union { struct false_key off; struct false_key on; } key; };

static struct key outer = ((struct key){ .enabled = 5 });
static struct { struct key key; int last; } overridden = { .key.entries = (int *)1, .key = (struct key){ .enabled = 6 }, .last = 7 };

// A compound literal that initializes a static object stands for its braces, in a function too.
static int described(void)
{
  static struct description d = { .function = __func__, .line = 77, .key.off = ((struct false_key){ .key = { .enabled = 3 } }) };
  return d.line == 77 && d.function[0] == 'd' && d.key.on.key.enabled == 3 && !d.key.on.key.entries;
}

// The value of a statement expression may have labels.
static int waits(int x)
{
  return ({
    __label__ done;
    int result = x;
    if (x > 3)
      goto done;
    result = 5;
  done:
    result;
  });
}

// Functions of bits of a constant are constants.
static int protocol(unsigned short type)
{
  static const int lengths[__builtin_popcount(7)] = { __builtin_clz(1), __builtin_ctzl(8), __builtin_ffsll(0) };
  switch (type) {
  case __builtin_bswap16(0x0800):
    return lengths[0];
  case (unsigned short)__builtin_bswap32(0x86dd0000u):
    return lengths[1] + (int)sizeof lengths;
  case (unsigned short)__builtin_bswap64(0x1200000000000000ull):
    return lengths[2];
  }
  return __builtin_parity(7) - 2;
}

int main(void)
{
  CHECK(described() && outer.enabled == 5 && overridden.key.enabled == 6 && !overridden.key.entries && overridden.last == 7);
  CHECK(waits(2) == 5 && waits(9) == 9);
  CHECK(protocol(8) == 31 && protocol(0xdd86) == 15 && protocol(0x12) == 0 && protocol(1) == -1);
#ifndef _WIN32
  CHECK(module_ids[1].device == 4 && module_ids == ids && address_of_elsewhere());
#endif
  return 0;
}
