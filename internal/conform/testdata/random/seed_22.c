// csmith, seed 22. Checksums: LP64 0x5163fc72 ILP32 0x5163fc72
#include "csmith.h"

static long __undefined;

static int32_t g_2 = 1L;
static volatile int32_t g_5 = 9L;
static int32_t g_6 = 1L;

static int32_t  func_1(void);

static int32_t  func_1(void)
{ 
    uint8_t l_9 = 0x91L;
    for (g_2 = 0; (g_2 == 4); g_2++)
    { 
        for (g_6 = (-6); (g_6 != 2); g_6++)
        { 
            return g_5;
        }
    }
    return l_9;
}

int main (void)
{
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_2, "g_2", print_hash_value);
    transparent_crc(g_5, "g_5", print_hash_value);
    transparent_crc(g_6, "g_6", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
