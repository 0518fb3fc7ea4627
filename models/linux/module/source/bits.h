// Bits of words in memory, which the headers of x86 change in assembly.
#ifdef CONFIG_X86
#define WORD (((unsigned long *)at)[n >> (BITS_PER_LONG == 64 ? 6 : 5)])
#define BIT_OF (1ul << (n & (BITS_PER_LONG - 1)))
#define CHANGE(name, number, operation) void MODEL(name)(number n, volatile unsigned long *at) { WORD operation; }
#define TEST_AND_CHANGE(name, number, operation) \
  bool MODEL(name)(number n, volatile unsigned long *at) \
  { \
    bool was = (WORD & BIT_OF) != 0; \
    WORD operation; \
    return was; \
  }
CHANGE(arch_set_bit, long, |= BIT_OF)
CHANGE(arch___set_bit, unsigned long, |= BIT_OF)
CHANGE(arch_clear_bit, long, &= ~BIT_OF)
CHANGE(arch_clear_bit_unlock, long, &= ~BIT_OF)
CHANGE(arch___clear_bit, unsigned long, &= ~BIT_OF)
CHANGE(arch___clear_bit_unlock, long, &= ~BIT_OF)
CHANGE(arch_change_bit, long, ^= BIT_OF)
CHANGE(arch___change_bit, unsigned long, ^= BIT_OF)
bool MODEL(arch_test_bit)(unsigned long n, const volatile unsigned long *at) { return (WORD & BIT_OF) != 0; }
bool MODEL(arch_test_bit_acquire)(unsigned long n, const volatile unsigned long *at) { return (WORD & BIT_OF) != 0; }
TEST_AND_CHANGE(arch_test_and_set_bit, long, |= BIT_OF)
TEST_AND_CHANGE(arch_test_and_set_bit_lock, long, |= BIT_OF)
TEST_AND_CHANGE(arch___test_and_set_bit, unsigned long, |= BIT_OF)
TEST_AND_CHANGE(arch_test_and_clear_bit, long, &= ~BIT_OF)
TEST_AND_CHANGE(arch___test_and_clear_bit, unsigned long, &= ~BIT_OF)
TEST_AND_CHANGE(arch_test_and_change_bit, long, ^= BIT_OF)
TEST_AND_CHANGE(arch___test_and_change_bit, unsigned long, ^= BIT_OF)
#endif
