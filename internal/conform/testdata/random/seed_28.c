// csmith, seed 28. Checksums: LP64 0x66b48e7d ILP32 0x66b48e7d
#include "csmith.h"

static long __undefined;

static int8_t g_3 = 0xECL;
static int16_t g_17 = 0x6AA1L;
static uint32_t g_23[1][3] = {{0UL,0UL,0UL}};
static int32_t g_28 = (-9L);
static int32_t *g_27 = &g_28;
static int32_t ** volatile g_26[1][2] = {{&g_27,&g_27}};

static uint32_t  func_1(void);
static uint8_t  func_6(int64_t  p_7, int32_t  p_8, uint16_t  p_9, uint8_t  p_10);

static uint32_t  func_1(void)
{ 
    uint64_t l_2 = 1UL;
    if ((l_2 > g_3))
    { 
        int64_t l_11 = (-1L);
        int32_t l_31 = 1L;
        l_31 |= (safe_mul_func_uint8_t_u_u(func_6(l_11, g_3, g_3, (g_3 || 2L)), (-1L)));
    }
    else
    { 
        (*g_27) = (*g_27);
        for (g_3 = 0; (g_3 > 26); g_3 = safe_add_func_int16_t_s_s(g_3, 4))
        { 
            (*g_27) = 0x50C19791L;
        }
    }
    return g_28;
}

static uint8_t  func_6(int64_t  p_7, int32_t  p_8, uint16_t  p_9, uint8_t  p_10)
{ 
    int16_t *l_16 = &g_17;
    int32_t l_20 = 1L;
    uint32_t *l_21 = (void*)0;
    uint32_t *l_22 = &g_23[0][2];
    int32_t *l_29 = &g_28;
    if ((((safe_sub_func_int8_t_s_s((((((g_3 >= (safe_sub_func_int16_t_s_s(((*l_16) = g_3), (((safe_div_func_int16_t_s_s(((((*l_22) = (l_20 , 4294967289UL)) >= l_20) ^ p_8), 0xAF87L)) >= 4294967295UL) || 7L)))) & p_9) && 1L) , p_8) && g_17), g_3)) , g_23[0][2]) && 7L))
    { 
        int32_t *l_25 = &l_20;
        int32_t **l_24 = &l_25;
        (*l_24) = &l_20;
    }
    else
    { 
        l_29 = &l_20;
        for (p_8 = 0; (p_8 >= 0); p_8 -= 1)
        { 
            uint16_t l_30 = 65526UL;
            l_30 = (*l_29);
            return g_28;
        }
    }
    return g_23[0][2];
}

int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_3, "g_3", print_hash_value);
    transparent_crc(g_17, "g_17", print_hash_value);
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 3; j++)
        {
            transparent_crc(g_23[i][j], "g_23[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    transparent_crc(g_28, "g_28", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
