// csmith, seed 1. Checksums: LP64 0x8f61dcd1 ILP32 0x8f61dcd1
#include "csmith.h"

static long __undefined;

static int32_t g_2 = 6L;
static int32_t g_6 = 9L;
static uint32_t g_31 = 8UL;
static int32_t g_35 = 0x4981C586L;
static int32_t g_40 = 0x323FA9DFL;
static int32_t *g_54 = (void*)0;
static int32_t ** const  volatile g_53 = &g_54;

static uint32_t  func_1(void);
static int16_t  func_9(int16_t  p_10);

static uint32_t  func_1(void)
{ 
    int8_t l_5 = 0xF4L;
    int32_t *l_41 = (void*)0;
    int32_t l_50[3][3] = {{0x3A9025B0L,0x3A9025B0L,0x3A9025B0L},{0L,0L,0L},{0x3A9025B0L,0x3A9025B0L,0x3A9025B0L}};
    int i, j;
    for (g_2 = 0; (g_2 > 6); g_2 = safe_add_func_int32_t_s_s(g_2, 4))
    { 
        int32_t *l_39 = &g_40;
        g_6 = l_5;
        (*l_39) |= (safe_add_func_int16_t_s_s(func_9(g_2), 1UL));
    }
    if ((((((l_41 == &g_2) | l_5) < (&g_31 != &g_31)) > g_40) , l_5))
    { 
        int32_t l_42 = (-7L);
        int32_t *l_43 = &l_42;
        int32_t *l_44 = &g_2;
        uint64_t l_45[1];
        int i;
        for (i = 0; i < 1; i++)
            l_45[i] = 18446744073709551606UL;
        l_45[0]++;
        for (l_42 = 4; (l_42 > (-14)); l_42 = safe_sub_func_int64_t_s_s(l_42, 1))
        { 
            return g_35;
        }
    }
    else
    { 
        int64_t l_55 = 9L;
        for (g_35 = 0; (g_35 <= 2); g_35 += 1)
        { 
            return l_50[0][0];
        }
        for (g_2 = 0; (g_2 < (-19)); --g_2)
        { 
            (*g_53) = &g_2;
            if (l_55)
                break;
        }
    }
    return g_2;
}

static int16_t  func_9(int16_t  p_10)
{ 
    const int8_t l_29 = (-3L);
    int32_t l_38[3];
    int i;
    for (i = 0; i < 3; i++)
        l_38[i] = 0x48E6BAE0L;
    for (g_6 = (-20); (g_6 <= (-13)); g_6++)
    { 
        uint32_t *l_30 = &g_31;
        uint64_t l_36[1][2];
        int i, j;
        for (i = 0; i < 1; i++)
        {
            for (j = 0; j < 2; j++)
                l_36[i][j] = 0xA00B6FB96F37D437LL;
        }
        if ((!((((*l_30) = (safe_mul_func_uint16_t_u_u((safe_div_func_uint16_t_u_u(((safe_div_func_int16_t_s_s((safe_add_func_int16_t_s_s((safe_mod_func_int32_t_s_s((safe_add_func_uint16_t_u_u((((safe_mul_func_int8_t_s_s((((safe_unary_minus_func_uint8_t_u(p_10)) , ((0x110EL >= l_29) <= l_29)) && l_29), 5L)) || l_29) <= p_10), g_6)), p_10)), g_2)), p_10)) , 0x82E5L), 0x3842L)), g_6))) , 4294967292UL) ^ g_2)))
        { 
            return g_2;
        }
        else
        { 
            int32_t *l_34[2];
            int32_t *l_37[1];
            int i;
            for (i = 0; i < 2; i++)
                l_34[i] = &g_35;
            for (i = 0; i < 1; i++)
                l_37[i] = (void*)0;
            l_38[2] &= (safe_mul_func_uint16_t_u_u(((l_36[0][1] = 0xB7BE2D3DL) , 1UL), 65535UL));
        }
    }
    return g_35;
}

int main (void)
{
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_2, "g_2", print_hash_value);
    transparent_crc(g_6, "g_6", print_hash_value);
    transparent_crc(g_31, "g_31", print_hash_value);
    transparent_crc(g_35, "g_35", print_hash_value);
    transparent_crc(g_40, "g_40", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
