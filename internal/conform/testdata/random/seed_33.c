// csmith, seed 33. Checksums: LP64 0x68908cbf ILP32 0x68908cbf
#include "csmith.h"

static long __undefined;

static int32_t g_4[3][2] = {{4L,4L},{4L,4L},{4L,4L}};
static int32_t * volatile g_3 = &g_4[0][0];

static int32_t  func_1(void);

static int32_t  func_1(void)
{ 
    int8_t l_2 = 0x89L;
    int32_t l_7 = 0L;
    int32_t l_8 = 0xCD333563L;
    int32_t l_9 = (-8L);
    int32_t l_10 = 0xBB000E2EL;
    int32_t l_11 = 0x7A75E3AAL;
    int32_t l_13 = 1L;
    int32_t l_14 = 2L;
    uint16_t l_15 = 0x10F0L;
lbl_18:
    (*g_3) = l_2;
    for (l_2 = 1; (l_2 >= 0); l_2 -= 1)
    { 
        int32_t *l_5 = &g_4[0][0];
        int32_t *l_6[2];
        int16_t l_12 = 0xC3E5L;
        int i;
        for (i = 0; i < 2; i++)
            l_6[i] = &g_4[0][0];
        l_15++;
        for (l_11 = 0; (l_11 <= 1); l_11 += 1)
        { 
            int i, j;
            if (l_15)
                goto lbl_18;
            return g_4[l_2][l_2];
        }
    }
    return (*g_3);
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
        for (j = 0; j < 2; j++)
        {
            transparent_crc(g_4[i][j], "g_4[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
