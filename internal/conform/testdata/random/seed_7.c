// csmith, seed 7. Checksums: LP64 0x9d665f8a ILP32 0x9d665f8a
#include "csmith.h"

static long __undefined;

union U1 {
   signed f0 : 2;
};

union U2 {
   uint32_t  f0;
};

static uint64_t g_2 = 0x1009D434678DC2A8LL;
static uint8_t g_15[2] = {0x4DL,0x4DL};
static const union U2 g_16[1][1] = {{{2UL}}};
static uint16_t g_24 = 1UL;
static int32_t g_26 = 0L;
static uint64_t g_30 = 1UL;
static int32_t g_32 = 8L;
static int32_t g_33 = 0xEEA3821CL;
static volatile uint32_t g_34 = 18446744073709551615UL;

static union U1  func_1(void);
static uint64_t  func_3(uint8_t  p_4, const int32_t  p_5, uint8_t  p_6, uint32_t  p_7, const union U2  p_8);

static union U1  func_1(void)
{ 
    int32_t l_11 = 0x54671013L;
    uint8_t *l_14 = &g_15[1];
    uint64_t *l_27 = (void*)0;
    uint64_t *l_28 = &g_2;
    uint64_t *l_29 = &g_30;
    int32_t *l_31[2];
    union U1 l_37 = {-1L};
    int i;
    for (i = 0; i < 2; i++)
        l_31[i] = &g_32;
    g_32 &= (2L ^ ((((*l_29) |= ((*l_28) = (g_2 , func_3((safe_sub_func_uint8_t_u_u(l_11, ((*l_14) ^= (safe_mul_func_uint8_t_u_u(((-5L) | 0x60A421E0BEC0351ALL), l_11))))), l_11, l_11, g_2, g_16[0][0])))) >= g_16[0][0].f0) , g_26));
    --g_34;
    return l_37;
}

static uint64_t  func_3(uint8_t  p_4, const int32_t  p_5, uint8_t  p_6, uint32_t  p_7, const union U2  p_8)
{ 
    uint8_t *l_22 = &g_15[1];
    uint8_t **l_21 = &l_22;
    uint16_t *l_23 = &g_24;
    int32_t *l_25 = &g_26;
    (*l_25) = (safe_lshift_func_uint16_t_u_s(p_6, (((g_2 , ((*l_23) = (safe_add_func_int32_t_s_s((((*l_21) = &g_15[1]) == &g_15[0]), 0xA7E9F21CL)))) != g_2) , 0x83AFL)));
    return g_15[0];
}

int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_2, "g_2", print_hash_value);
    for (i = 0; i < 2; i++)
    {
        transparent_crc(g_15[i], "g_15[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 1; j++)
        {
            transparent_crc(g_16[i][j].f0, "g_16[i][j].f0", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    transparent_crc(g_24, "g_24", print_hash_value);
    transparent_crc(g_26, "g_26", print_hash_value);
    transparent_crc(g_30, "g_30", print_hash_value);
    transparent_crc(g_32, "g_32", print_hash_value);
    transparent_crc(g_33, "g_33", print_hash_value);
    transparent_crc(g_34, "g_34", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
