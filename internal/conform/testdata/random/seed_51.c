// csmith, seed 51. Checksums: LP64 0xdfc990e3 ILP32 0xdfc990e3
#include "csmith.h"

static long __undefined;

static int32_t g_2[3][3] = {{0x6A485BF2L,0x6A485BF2L,0x6A485BF2L},{1L,1L,1L},{0x6A485BF2L,0x6A485BF2L,0x6A485BF2L}};
static int32_t g_4 = 5L;

static const int32_t  func_1(void);

static const int32_t  func_1(void)
{ 
    int32_t *l_3 = &g_4;
    (*l_3) ^= g_2[1][1];
    for (g_4 = 0; (g_4 > 19); g_4++)
    { 
        return g_4;
    }
    return g_2[1][1];
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
            transparent_crc(g_2[i][j], "g_2[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    transparent_crc(g_4, "g_4", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
