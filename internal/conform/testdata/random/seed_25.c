// csmith, seed 25. Checksums: LP64 0x1449986a ILP32 0x1449986a
#include "csmith.h"

static long __undefined;

static int32_t g_9[3] = {0xB34E6D4FL,0xB34E6D4FL,0xB34E6D4FL};
static int32_t g_12 = 0xE7CCC895L;
static int32_t *g_11 = &g_12;
static int32_t *g_17 = &g_9[1];
static int32_t *g_18 = &g_12;
static int64_t g_33[1][2] = {{(-8L),(-8L)}};
static uint64_t g_36[1] = {0UL};
static uint64_t g_38 = 0UL;

static const uint8_t  func_1(void);
static int32_t * func_2(int32_t * p_3, uint64_t  p_4, int32_t * p_5, int32_t * p_6, uint32_t  p_7);

static const uint8_t  func_1(void)
{ 
    int32_t *l_8 = &g_9[2];
    int32_t **l_10[2];
    int64_t *l_32 = &g_33[0][0];
    int32_t **l_34 = &g_17;
    uint64_t *l_35 = &g_36[0];
    uint64_t *l_37 = &g_38;
    int i;
    for (i = 0; i < 2; i++)
        l_10[i] = (void*)0;
    g_18 = (g_17 = func_2(l_8, (*l_8), &g_9[0], (g_11 = &g_9[2]), g_9[1]));
    (*l_8) = ((((*g_11) == (~((safe_sub_func_uint32_t_u_u((safe_div_func_int32_t_s_s(((((safe_mul_func_int8_t_s_s((safe_div_func_int32_t_s_s(((safe_lshift_func_uint8_t_u_s(((safe_add_func_int64_t_s_s(((*l_32) = g_12), ((*l_37) &= ((*l_35) &= (((*l_8) , ((l_10[0] = (l_34 = &l_8)) != &l_8)) || 0x8D83F7CDL))))) | g_9[2]), 5)) , (*l_8)), g_12)), (*l_8))) > g_9[1]) , g_36[0]) == 255UL), 4294967295UL)), (*l_8))) , g_38))) <= 0x860CL) | g_9[1]);
    return g_33[0][0];
}

static int32_t * func_2(int32_t * p_3, uint64_t  p_4, int32_t * p_5, int32_t * p_6, uint32_t  p_7)
{ 
    for (p_7 = (-16); (p_7 == 19); p_7++)
    { 
        if ((*g_11))
            break;
        for (g_12 = 0; (g_12 == (-3)); g_12 = safe_sub_func_int64_t_s_s(g_12, 3))
        { 
            return p_6;
        }
    }
    return p_5;
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
        transparent_crc(g_9[i], "g_9[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_12, "g_12", print_hash_value);
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 2; j++)
        {
            transparent_crc(g_33[i][j], "g_33[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    for (i = 0; i < 1; i++)
    {
        transparent_crc(g_36[i], "g_36[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_38, "g_38", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
