// csmith, seed 53. Checksums: LP64 0x1851fdd2 ILP32 0x1851fdd2
#include "csmith.h"

static long __undefined;

static int32_t g_4[3][3] = {{3L,3L,3L},{8L,8L,8L},{3L,3L,3L}};

static const int16_t  func_1(void);

static const int16_t  func_1(void)
{ 
    uint64_t l_2 = 0UL;
    int32_t *l_3 = &g_4[1][0];
    (*l_3) |= l_2;
    return g_4[1][0];
}

int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    for (i = 0; i < 3; i++)
    {
        for (j = 0; j < 3; j++)
        {
            transparent_crc(g_4[i][j], "g_4[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
