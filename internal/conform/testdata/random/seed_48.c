// csmith, seed 48. Checksums: LP64 0x3d41dda5 ILP32 0x3d41dda5
#include "csmith.h"

static long __undefined;

static int64_t g_22 = 0x8F6C218E9934B0B4LL;
static uint32_t g_25 = 0x168F928DL;
static int32_t g_29 = 0xC511EC1FL;
static int32_t *g_30 = &g_29;
static int32_t g_36 = 0xB5BF7C29L;
static int32_t * volatile g_35 = &g_36;

static uint8_t  func_1(void);
static int16_t  func_11(uint16_t  p_12, int8_t  p_13, uint64_t  p_14, int16_t  p_15);

static uint8_t  func_1(void)
{ 
    uint8_t l_8 = 0x23L;
    int64_t *l_21[2];
    int32_t l_23 = 9L;
    int64_t **l_24 = &l_21[0];
    int32_t l_26 = 0L;
    int i;
    for (i = 0; i < 2; i++)
        l_21[i] = &g_22;
    if ((safe_mul_func_int16_t_s_s((safe_lshift_func_int16_t_s_u((safe_mul_func_uint8_t_u_u((--l_8), 0x56L)), 14)), func_11((l_23 = ((safe_mul_func_uint16_t_u_u((safe_sub_func_uint16_t_u_u(((((g_22 = (~0xD409L)) <= l_23) != (((((*l_24) = (void*)0) != (void*)0) || g_25) , l_23)) == 0x4129B857L), g_25)), g_25)) != l_23)), l_26, g_25, g_25))))
    { 
        int32_t *l_31 = &l_23;
        (*l_31) &= (*g_30);
    }
    else
    { 
        uint16_t l_41 = 0x7736L;
        int32_t l_46 = 7L;
        for (g_29 = 5; (g_29 == (-24)); --g_29)
        { 
            int32_t *l_34 = (void*)0;
            int32_t *l_47 = &l_26;
            (*g_35) = (*g_30);
            (*l_47) |= (safe_mul_func_int8_t_s_s((((((5UL == ((safe_add_func_uint8_t_u_u((l_41 = 0x1EL), (safe_lshift_func_uint16_t_u_s((safe_lshift_func_int8_t_s_u((&g_22 != (void*)0), l_46)), l_46)))) && (*g_30))) < (*g_35)) == g_36) | l_23) != g_22), g_22));
        }
    }
    return l_26;
}

static int16_t  func_11(uint16_t  p_12, int8_t  p_13, uint64_t  p_14, int16_t  p_15)
{ 
    uint32_t l_27[2];
    int i;
    for (i = 0; i < 2; i++)
        l_27[i] = 0UL;
    for (p_15 = 1; (p_15 >= 0); p_15 -= 1)
    { 
        int32_t *l_28 = &g_29;
        (*l_28) ^= 0x31966C47L;
    }
    g_30 = &g_29;
    return p_15;
}

int main (void)
{
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_22, "g_22", print_hash_value);
    transparent_crc(g_25, "g_25", print_hash_value);
    transparent_crc(g_29, "g_29", print_hash_value);
    transparent_crc(g_36, "g_36", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
