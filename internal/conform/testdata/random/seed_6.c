// csmith, seed 6. Checksums: LP64 0x6bd2f79 ILP32 0x6bd2f79
#include "csmith.h"

static long __undefined;

static int32_t g_8 = 1L;

static uint8_t  func_1(void);

static uint8_t  func_1(void)
{ 
    uint8_t l_2 = 250UL;
    int32_t l_7[3];
    int i;
    for (i = 0; i < 3; i++)
        l_7[i] = 1L;
    l_2++;
    for (l_2 = 27; (l_2 != 33); l_2++)
    { 
        for (g_8 = 0; g_8 < 3; g_8 += 1)
        {
            l_7[g_8] = (-3L);
        }
    }
    return g_8;
}

int main (void)
{
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_8, "g_8", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
