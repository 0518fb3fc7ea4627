// csmith, seed 2. Checksums: LP64 0x758439e1 ILP32 0x758439e1
#include "csmith.h"

static long __undefined;

struct S0 {
   volatile unsigned f0 : 15;
   signed f1 : 8;
};

static uint16_t g_14 = 0x78ACL;
static int32_t g_30 = 0L;
static int32_t * volatile g_29 = &g_30;
static int32_t g_34 = 0L;
static struct S0 g_36 = {82,12};
static const int32_t g_39 = 0x136B8055L;
static int32_t *g_41[1][1] = {{&g_30}};
static int32_t ** volatile g_40 = &g_41[0][0];

static uint8_t  func_1(void);
static int64_t  func_5(uint32_t  p_6);

static uint8_t  func_1(void)
{ 
    int32_t l_2 = 0x0A77C874L;
    int32_t *l_15 = &l_2;
    int32_t *l_35[3][1];
    int16_t l_37 = 0x1BB5L;
    uint32_t l_38 = 0UL;
    int i, j;
    for (i = 0; i < 3; i++)
    {
        for (j = 0; j < 1; j++)
            l_35[i][j] = &g_30;
    }
    (*g_29) = ((l_2 , (l_2 , (((safe_div_func_int64_t_s_s(func_5((safe_sub_func_uint8_t_u_u((((((*l_15) = (safe_lshift_func_int16_t_s_s((((!(((safe_mul_func_int16_t_s_s((g_14 && (g_14 >= 0L)), l_2)) , 0x21CDL) >= 0x642EL)) , 0x0B28787DL) <= g_14), 4))) , 0x4D1B40E11A796D40LL) , 9UL) | g_14), g_14))), 0x36FFE617092FF822LL)) <= 0x8A3DL) && g_30))) >= g_34);
    if ((((((void*)0 == l_15) > (((((g_30 , g_36) , l_37) || (-2L)) <= l_38) ^ g_39)) < 0x25AD92EDL) ^ g_36.f1))
    { 
        return g_36.f1;
    }
    else
    { 
        (*g_40) = &g_30;
    }
    return g_39;
}

static int64_t  func_5(uint32_t  p_6)
{ 
    uint8_t l_26[2][2] = {{9UL,9UL},{9UL,9UL}};
    int i, j;
    for (g_14 = 7; (g_14 > 60); g_14 = safe_add_func_uint8_t_u_u(g_14, 4))
    { 
        for (p_6 = 8; (p_6 <= 32); p_6++)
        { 
            uint64_t l_21 = 1UL;
            int32_t *l_33[3][2] = {{&g_30,&g_30},{&g_30,&g_30},{&g_30,&g_30}};
            int i, j;
            (*g_29) ^= (((((+(l_21 , (((safe_mul_func_uint16_t_u_u(65535UL, (safe_sub_func_int64_t_s_s(l_26[1][0], ((safe_div_func_uint64_t_u_u(0xA06C0F1A0197CBB4LL, g_14)) <= p_6))))) , g_14) != p_6))) | l_21) || g_14) > g_14) >= p_6);
            (*g_29) = (safe_mul_func_uint8_t_u_u((((void*)0 == g_29) , p_6), ((0x14CA72CBL < g_14) | g_14)));
        }
    }
    return l_26[1][0];
}

int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_14, "g_14", print_hash_value);
    transparent_crc(g_30, "g_30", print_hash_value);
    transparent_crc(g_34, "g_34", print_hash_value);
    transparent_crc(g_36.f0, "g_36.f0", print_hash_value);
    transparent_crc(g_36.f1, "g_36.f1", print_hash_value);
    transparent_crc(g_39, "g_39", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
