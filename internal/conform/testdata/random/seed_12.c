// csmith, seed 12. Checksums: LP64 0xf30eb19b ILP32 0xf30eb19b
#include "csmith.h"

static long __undefined;

static int32_t g_3[1] = {(-10L)};
static int32_t g_5 = 1L;
static uint32_t g_13 = 0x08905154L;

static uint32_t  func_1(void);

static uint32_t  func_1(void)
{ 
    int8_t l_2[2][1];
    int i, j;
    for (i = 0; i < 2; i++)
    {
        for (j = 0; j < 1; j++)
            l_2[i][j] = 0x48L;
    }
    for (g_3[0] = 0; (g_3[0] <= 0); g_3[0] += 1)
    { 
        int32_t *l_4 = &g_5;
        int32_t *l_6 = (void*)0;
        int32_t *l_7 = &g_5;
        int32_t *l_8 = &g_5;
        int32_t *l_9 = (void*)0;
        int32_t *l_10 = &g_5;
        int32_t *l_11 = (void*)0;
        int32_t *l_12[2][1];
        int i, j;
        for (i = 0; i < 2; i++)
        {
            for (j = 0; j < 1; j++)
                l_12[i][j] = &g_5;
        }
        g_13--;
        for (g_13 = 0; (g_13 <= 0); g_13 += 1)
        { 
            uint32_t l_16 = 7UL;
            if (g_13)
                break;
            --l_16;
        }
    }
    return l_2[0][0];
}

int main (void)
{
    int i;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    for (i = 0; i < 1; i++)
    {
        transparent_crc(g_3[i], "g_3[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_5, "g_5", print_hash_value);
    transparent_crc(g_13, "g_13", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
