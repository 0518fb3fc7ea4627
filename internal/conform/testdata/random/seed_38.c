// csmith, seed 38. Checksums: LP64 0x79e4f0fc ILP32 0x79e4f0fc
#include "csmith.h"

static long __undefined;

union U1 {
   uint64_t  f0;
   volatile int32_t  f1;
};

static uint32_t g_2[2][2] = {{0xFA9D19ACL,0xFA9D19ACL},{0xFA9D19ACL,0xFA9D19ACL}};
static int16_t g_15 = 8L;
static uint32_t g_22 = 0xC36FE5ABL;
static int64_t g_24 = 0xA1F050678E045DCELL;
static int32_t g_26 = 0xEFE0CD1BL;
static union U1 g_32 = {0x14BA09A164E62B50LL};
static union U1 *g_31 = &g_32;
static uint16_t g_39 = 65531UL;
static volatile union U1 g_43[1][3] = {{{1UL},{1UL},{1UL}}};
static int32_t * volatile g_52 = &g_26;
static int32_t * volatile g_56[2][1] = {{&g_26},{&g_26}};
static int32_t * volatile g_57 = (void*)0;
static int32_t * volatile g_58[1] = {&g_26};
static int32_t * volatile g_59 = &g_26;

static uint16_t  func_1(void);
static uint8_t  func_7(uint32_t  p_8, int64_t  p_9, int32_t  p_10, uint8_t  p_11, uint64_t  p_12);

static uint16_t  func_1(void)
{ 
    int16_t l_20 = 0L;
    uint32_t *l_21 = &g_22;
    int64_t *l_23 = &g_24;
    uint32_t l_50 = 4294967291UL;
    if (((g_2[1][0] , (safe_add_func_int16_t_s_s(((((safe_lshift_func_uint8_t_u_s(func_7((safe_lshift_func_uint16_t_u_s(g_2[1][0], g_15)), ((*l_23) = (safe_lshift_func_int16_t_s_s((((*l_21) = (safe_mod_func_int64_t_s_s(l_20, g_2[1][0]))) <= l_20), l_20))), l_20, l_20, g_2[0][1]), l_20)) >= 255UL) ^ 0xEA1BCA33L) > g_2[1][0]), 65531UL))) ^ 0x1832D748L))
    { 
        int32_t *l_35 = &g_26;
        int32_t **l_34 = &l_35;
        (*l_34) = &g_26;
    }
    else
    { 
        uint16_t *l_38 = &g_39;
        int16_t *l_42 = &l_20;
        int32_t l_51 = 0xFB996340L;
        (*g_52) = ((((safe_rshift_func_uint16_t_u_s(((*l_38)--), ((*l_42) |= 0x00BFL))) != (g_43[0][2] , (((((safe_div_func_uint32_t_u_u(((((safe_rshift_func_uint16_t_u_s(((((0x2547L || (safe_mul_func_uint16_t_u_u((g_24 , 0x0538L), l_50))) >= l_50) >= 0xBFL) <= l_51), l_50)) || g_43[0][2].f1) || g_15) >= l_51), 0x1DFA2398L)) > 0x299B5F277F141C5ALL) < g_24) || l_51) , l_50))) == g_2[1][0]) > l_50);
        for (g_22 = (-15); (g_22 >= 17); g_22 = safe_add_func_int64_t_s_s(g_22, 6))
        { 
            uint8_t l_55[2];
            int i;
            for (i = 0; i < 2; i++)
                l_55[i] = 254UL;
            (*g_59) = l_55[0];
        }
    }
    return l_50;
}

static uint8_t  func_7(uint32_t  p_8, int64_t  p_9, int32_t  p_10, uint8_t  p_11, uint64_t  p_12)
{ 
    int64_t **l_30 = (void*)0;
    for (p_11 = 0; (p_11 <= 1); p_11 += 1)
    { 
        uint8_t l_27 = 0UL;
        for (p_8 = 0; (p_8 <= 1); p_8 += 1)
        { 
            int32_t *l_25[2];
            int i;
            for (i = 0; i < 2; i++)
                l_25[i] = &g_26;
            l_27--;
        }
        l_30 = l_30;
        for (p_12 = 0; (p_12 <= 1); p_12 += 1)
        { 
            union U1 **l_33 = &g_31;
            int i, j;
            if (g_2[p_11][p_11])
                break;
            (*l_33) = g_31;
        }
    }
    return g_32.f1;
}

int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    for (i = 0; i < 2; i++)
    {
        for (j = 0; j < 2; j++)
        {
            transparent_crc(g_2[i][j], "g_2[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    transparent_crc(g_15, "g_15", print_hash_value);
    transparent_crc(g_22, "g_22", print_hash_value);
    transparent_crc(g_24, "g_24", print_hash_value);
    transparent_crc(g_26, "g_26", print_hash_value);
    transparent_crc(g_32.f0, "g_32.f0", print_hash_value);
    transparent_crc(g_32.f1, "g_32.f1", print_hash_value);
    transparent_crc(g_39, "g_39", print_hash_value);
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 3; j++)
        {
            transparent_crc(g_43[i][j].f0, "g_43[i][j].f0", print_hash_value);
            transparent_crc(g_43[i][j].f1, "g_43[i][j].f1", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
