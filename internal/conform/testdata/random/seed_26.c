// csmith, seed 26. Checksums: LP64 0xf30eb19b ILP32 0xf30eb19b
#include "csmith.h"

static long __undefined;

static int32_t g_3[1][3] = {{1L,1L,1L}};

static uint32_t  func_1(void);

static uint32_t  func_1(void)
{ 
    int32_t *l_2 = &g_3[0][1];
    int32_t *l_4 = &g_3[0][0];
    int32_t l_5[3];
    int32_t *l_6 = (void*)0;
    int32_t *l_7 = &g_3[0][0];
    int64_t l_8 = 0L;
    int32_t *l_9 = &g_3[0][2];
    int32_t *l_10 = (void*)0;
    int32_t *l_11[1];
    uint16_t l_12 = 0x6446L;
    int i;
    for (i = 0; i < 3; i++)
        l_5[i] = 0x82ABBF9AL;
    for (i = 0; i < 1; i++)
        l_11[i] = (void*)0;
    l_12++;
    return (*l_7);
}

int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 3; j++)
        {
            transparent_crc(g_3[i][j], "g_3[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
