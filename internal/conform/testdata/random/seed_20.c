// csmith, seed 20. Checksums: LP64 0x2832ab5d ILP32 0x2832ab5d
#include "csmith.h"

static long __undefined;

static uint32_t g_19 = 0x17B844A7L;
static int8_t g_28 = 0x12L;
static uint16_t g_49 = 0xD045L;
static int32_t g_52 = 0x418EB0BAL;
static int32_t * volatile g_51 = &g_52;

static uint16_t  func_1(void);
static uint8_t  func_4(int8_t  p_5, uint32_t  p_6, uint16_t  p_7, int16_t  p_8, int16_t  p_9);

static uint16_t  func_1(void)
{ 
    uint16_t l_16 = 1UL;
    uint64_t l_26[2];
    int8_t *l_27[1][2];
    int32_t l_29 = 0xCF1C946BL;
    const uint32_t l_30[1] = {0x91BA6B42L};
    uint32_t l_31 = 0x667120DDL;
    int32_t l_53 = 0xD12F8BA7L;
    int i, j;
    for (i = 0; i < 2; i++)
        l_26[i] = 0UL;
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 2; j++)
            l_27[i][j] = &g_28;
    }
    l_53 ^= (safe_lshift_func_uint8_t_u_s(func_4((safe_mul_func_uint16_t_u_u((safe_rshift_func_int8_t_s_u((l_29 = (safe_rshift_func_uint8_t_u_u(l_16, (l_16 , ((safe_add_func_int16_t_s_s((g_19 ^ (safe_rshift_func_uint8_t_u_u(((safe_sub_func_uint16_t_u_u((((safe_add_func_uint64_t_u_u(l_16, 0x23A266D210EC3203LL)) , 0x65256810L) == l_16), l_16)) , l_16), g_19))), g_19)) && l_26[1]))))), l_30[0])), l_30[0])), g_28, g_19, l_31, g_19), g_19));
    return g_49;
}

static uint8_t  func_4(int8_t  p_5, uint32_t  p_6, uint16_t  p_7, int16_t  p_8, int16_t  p_9)
{ 
    uint32_t l_50 = 0x13550E35L;
    for (p_6 = 0; (p_6 != 18); p_6 = safe_add_func_uint16_t_u_u(p_6, 1))
    { 
        int32_t l_46 = 0x9643747CL;
        uint16_t *l_47 = (void*)0;
        uint16_t *l_48 = &g_49;
        (*g_51) = (safe_rshift_func_int8_t_s_u((safe_mul_func_uint8_t_u_u((((*l_48) = (safe_lshift_func_uint16_t_u_u((safe_div_func_int8_t_s_s(g_19, (safe_add_func_uint8_t_u_u((safe_rshift_func_int8_t_s_u(0L, (g_28 , g_19))), p_8)))), l_46))) , l_50), 1UL)), p_9));
        if (l_50)
            break;
    }
    return p_8;
}

int main (void)
{
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_19, "g_19", print_hash_value);
    transparent_crc(g_28, "g_28", print_hash_value);
    transparent_crc(g_49, "g_49", print_hash_value);
    transparent_crc(g_52, "g_52", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
