// csmith, seed 11. Checksums: LP64 0x9f70cc2c ILP32 0x9f70cc2c
#include "csmith.h"

static long __undefined;

static int32_t g_6 = 0L;
static int16_t g_35 = (-10L);
static int64_t g_54[1][2] = {{0L,0L}};
static uint32_t g_55[3][2] = {{0x71DA89A0L,0x71DA89A0L},{0x71DA89A0L,0x71DA89A0L},{0x71DA89A0L,0x71DA89A0L}};

static int32_t  func_1(void);
static int32_t  func_2(uint16_t  p_3, uint16_t  p_4, int8_t  p_5);

static int32_t  func_1(void)
{ 
    int8_t l_10 = 0x7AL;
    int32_t l_17[2][1];
    int32_t *l_57[2][3];
    uint32_t l_58 = 4294967295UL;
    int i, j;
    for (i = 0; i < 2; i++)
    {
        for (j = 0; j < 1; j++)
            l_17[i][j] = 0xF609B2B5L;
    }
    for (i = 0; i < 2; i++)
    {
        for (j = 0; j < 3; j++)
            l_57[i][j] = &l_17[0][0];
    }
    if ((l_58 = func_2(g_6, ((safe_sub_func_int16_t_s_s(g_6, (+((l_10 , (((((safe_add_func_uint32_t_u_u((safe_sub_func_uint16_t_u_u((safe_rshift_func_int8_t_s_u((l_17[0][0] = ((0x0BL ^ 0xDFL) >= 1L)), g_6)), l_10)), l_10)) != 0L) && 1UL) && g_6) != g_6)) != 5UL)))) , l_17[0][0]), l_10)))
    { 
        int16_t *l_68 = &g_35;
        for (l_10 = 0; (l_10 != (-14)); l_10 = safe_sub_func_uint8_t_u_u(l_10, 7))
        { 
            int32_t l_67[2][3] = {{8L,8L,8L},{(-4L),(-4L),(-4L)}};
            int i, j;
            l_67[1][2] = (safe_sub_func_uint16_t_u_u((safe_add_func_int32_t_s_s((((l_67[1][1] & (l_67[0][1] != 0x2AL)) , l_68) == (void*)0), l_67[0][2])), 1L));
        }
    }
    else
    { 
        return g_55[0][0];
    }
    return g_35;
}

static int32_t  func_2(uint16_t  p_3, uint16_t  p_4, int8_t  p_5)
{ 
    int32_t l_26 = 0x34AAFBEBL;
    int8_t *l_27 = (void*)0;
    int32_t l_28[3][3] = {{0xF79FACD4L,0xF79FACD4L,0xF79FACD4L},{0xC34CCBB2L,0x498B94BEL,0xC34CCBB2L},{0xF79FACD4L,0xF79FACD4L,0xF79FACD4L}};
    int16_t *l_33 = (void*)0;
    int16_t *l_34 = &g_35;
    int32_t *l_40 = &g_6;
    uint32_t l_56[2];
    int i, j;
    for (i = 0; i < 2; i++)
        l_56[i] = 0UL;
    (*l_40) = (safe_sub_func_uint64_t_u_u((safe_mod_func_int16_t_s_s(((safe_mul_func_uint16_t_u_u(((safe_lshift_func_uint8_t_u_s(((l_28[2][0] = l_26) | (safe_sub_func_int32_t_s_s((safe_mul_func_int16_t_s_s(((*l_34) = g_6), l_26)), ((safe_mod_func_uint8_t_u_u((safe_div_func_int8_t_s_s((-8L), 0xD3L)), p_3)) , 0xD090D790L)))), 1)) <= 18446744073709551615UL), l_26)) >= g_6), 0xEE31L)), l_26));
    for (l_26 = 12; (l_26 < (-29)); l_26 = safe_sub_func_uint32_t_u_u(l_26, 8))
    { 
        int64_t l_49[3][2] = {{0x67468E576DBD8D46LL,0x67468E576DBD8D46LL},{0x67468E576DBD8D46LL,0x67468E576DBD8D46LL},{0x67468E576DBD8D46LL,0x67468E576DBD8D46LL}};
        int8_t l_52[3];
        int64_t *l_53[2];
        int i, j;
        for (i = 0; i < 3; i++)
            l_52[i] = (-3L);
        for (i = 0; i < 2; i++)
            l_53[i] = &l_49[2][0];
        l_28[2][0] ^= ((safe_div_func_int8_t_s_s((safe_sub_func_int32_t_s_s((safe_add_func_uint16_t_u_u((((((l_49[2][0] <= p_3) , (((g_55[2][0] ^= (g_54[0][1] = (g_6 ^ (((((g_35 < l_52[0]) & g_6) & p_4) , 9L) >= 0L)))) == 0x71B2A12551AD0487LL) , l_49[0][0])) , p_3) ^ g_35) , g_54[0][0]), 0UL)), 6UL)), g_35)) & g_35);
        l_56[0] = (-7L);
    }
    return p_3;
}

int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_6, "g_6", print_hash_value);
    transparent_crc(g_35, "g_35", print_hash_value);
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 2; j++)
        {
            transparent_crc(g_54[i][j], "g_54[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    for (i = 0; i < 3; i++)
    {
        for (j = 0; j < 2; j++)
        {
            transparent_crc(g_55[i][j], "g_55[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
