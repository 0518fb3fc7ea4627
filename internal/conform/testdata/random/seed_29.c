// csmith, seed 29. Checksums: LP64 0x9bed789a ILP32 0x9bed789a
#include "csmith.h"

static long __undefined;

static int32_t g_2 = 0x2C70BB74L;
static int32_t g_6 = 0x5E00FE1CL;
static volatile int16_t g_12 = 0xED6FL;
static uint8_t g_13 = 0xBFL;
static uint16_t g_28[1][3] = {{0x9785L,0x9785L,0x9785L}};

static uint64_t  func_1(void);
static int32_t  func_16(int32_t  p_17, int32_t * const  p_18, int32_t * p_19);

static uint64_t  func_1(void)
{ 
    int8_t l_20 = 0x19L;
    int32_t *l_26 = &g_6;
    for (g_2 = 0; (g_2 == 19); g_2++)
    { 
        int32_t *l_5 = &g_6;
        int32_t *l_7 = &g_6;
        int32_t *l_8 = &g_6;
        int32_t *l_9 = &g_6;
        int32_t l_10[3][1];
        int32_t *l_11[2];
        int i, j;
        for (i = 0; i < 3; i++)
        {
            for (j = 0; j < 1; j++)
                l_10[i][j] = 0xEC4279C4L;
        }
        for (i = 0; i < 2; i++)
            l_11[i] = &l_10[1][0];
        g_13++;
    }
    g_28[0][1] &= func_16(((((l_20 ^ 7L) | (safe_rshift_func_int8_t_s_u((safe_unary_minus_func_int32_t_s(g_12)), (safe_rshift_func_uint16_t_u_s(l_20, 13))))) >= g_6) | g_13), &g_2, l_26);
    return (*l_26);
}

static int32_t  func_16(int32_t  p_17, int32_t * const  p_18, int32_t * p_19)
{ 
    int8_t l_27 = 0xE0L;
    (*p_19) ^= (*p_18);
    return l_27;
}

int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_2, "g_2", print_hash_value);
    transparent_crc(g_6, "g_6", print_hash_value);
    transparent_crc(g_12, "g_12", print_hash_value);
    transparent_crc(g_13, "g_13", print_hash_value);
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 3; j++)
        {
            transparent_crc(g_28[i][j], "g_28[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
