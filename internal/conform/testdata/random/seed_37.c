// csmith, seed 37. Checksums: LP64 0x1f2541c7 ILP32 0x1f2541c7
#include "csmith.h"

static long __undefined;

static int32_t g_2 = 0x50E6DA50L;
static volatile int32_t g_6[1][3] = {{4L,4L,4L}};
static int32_t g_7 = (-8L);
static int32_t g_9 = (-5L);
static uint32_t g_33 = 0xEA276555L;

static uint16_t  func_1(void);

static uint16_t  func_1(void)
{ 
    int16_t l_5[1][1];
    int8_t l_14 = 0xA3L;
    int32_t l_28 = (-1L);
    int32_t l_30 = 0xF34EA885L;
    int32_t l_31[1];
    int i, j;
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 1; j++)
            l_5[i][j] = 1L;
    }
    for (i = 0; i < 1; i++)
        l_31[i] = 0x7854C3EBL;
    for (g_2 = 29; (g_2 < (-6)); g_2 = safe_sub_func_int8_t_s_s(g_2, 1))
    { 
        int16_t l_24 = 0x133FL;
        int32_t l_26 = (-6L);
        int32_t l_27 = (-3L);
        int32_t l_29[1];
        int i;
        for (i = 0; i < 1; i++)
            l_29[i] = 0x57440E70L;
        for (g_7 = 0; (g_7 >= 0); g_7 -= 1)
        { 
            int32_t *l_8 = &g_9;
            int32_t l_10 = 0x20452A26L;
            int32_t *l_11 = (void*)0;
            int32_t *l_12 = &l_10;
            int32_t *l_13 = &l_10;
            int32_t *l_15 = &l_10;
            int32_t *l_16 = &g_9;
            int32_t *l_17 = &l_10;
            int32_t *l_18 = (void*)0;
            int32_t *l_19 = &l_10;
            int32_t *l_20 = &g_9;
            int32_t *l_21 = &l_10;
            int32_t *l_22 = &l_10;
            int32_t *l_23 = &g_9;
            int32_t *l_25[3];
            int32_t l_32 = (-5L);
            int i, j;
            for (i = 0; i < 3; i++)
                l_25[i] = (void*)0;
            ++g_33;
            return l_5[g_7][g_7];
        }
    }
    return g_7;
}

int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_2, "g_2", print_hash_value);
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 3; j++)
        {
            transparent_crc(g_6[i][j], "g_6[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    transparent_crc(g_7, "g_7", print_hash_value);
    transparent_crc(g_9, "g_9", print_hash_value);
    transparent_crc(g_33, "g_33", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
