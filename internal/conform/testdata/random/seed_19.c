// csmith, seed 19. Checksums: LP64 0xf21ebf96 ILP32 0xf21ebf96
#include "csmith.h"

static long __undefined;

static int32_t g_3 = 0x67A876E6L;
static int8_t g_13 = 0x2CL;
static uint16_t g_20 = 0UL;
static uint16_t g_21 = 0xAB97L;
static int8_t g_23 = 0x43L;
static int64_t g_25 = 0xB002891BA80278EELL;
static int32_t g_35 = 0x5D5D909CL;
static int32_t g_37 = 0x2F2AA787L;
static int8_t g_42 = 0xE4L;
static int32_t *g_50[2] = {(void*)0,(void*)0};
static int32_t *g_52[3] = {&g_37,&g_37,&g_37};
static const int8_t g_55 = 1L;
static int32_t ** volatile g_61[1] = {&g_50[0]};
static uint8_t g_89 = 0x73L;
static volatile uint32_t g_97 = 0xEDBFDF84L;
static uint8_t g_100 = 2UL;
static uint64_t g_102 = 4UL;

static int16_t  func_1(void);
static int32_t  func_4(uint16_t  p_5, int8_t  p_6, uint8_t  p_7, uint32_t  p_8, uint16_t  p_9);

static int16_t  func_1(void)
{ 
    int32_t l_2[1];
    uint32_t l_24 = 0x3C017F21L;
    int8_t l_104 = (-1L);
    uint32_t l_105 = 18446744073709551610UL;
    int i;
    for (i = 0; i < 1; i++)
        l_2[i] = 0x99FF6065L;
    for (g_3 = 0; (g_3 >= 0); g_3 -= 1)
    { 
        int8_t *l_12 = &g_13;
        uint16_t *l_18 = (void*)0;
        uint16_t *l_19 = &g_20;
        int8_t *l_22 = &g_23;
        int i;
        if (func_4(l_2[g_3], ((*l_22) &= (((((safe_div_func_int8_t_s_s(((*l_12) = l_2[g_3]), g_3)) , (g_21 = (safe_add_func_int8_t_s_s(((*l_12) = (safe_lshift_func_uint16_t_u_s(((*l_19) &= (((1L || g_13) >= 0x3CC9L) && g_3)), l_2[0]))), g_3)))) , l_2[g_3]) , 0xDEL) < 251UL)), l_24, g_25, l_24))
        { 
            uint32_t l_81 = 4294967295UL;
            uint8_t *l_88 = &g_89;
            int32_t l_96 = 0x696D9C50L;
            int32_t *l_98 = (void*)0;
            int32_t *l_99 = &g_35;
            uint64_t *l_101[3];
            uint32_t *l_103 = &l_81;
            int i;
            for (i = 0; i < 3; i++)
                l_101[i] = &g_102;
            l_105 |= (safe_div_func_int64_t_s_s((safe_div_func_int16_t_s_s(1L, (safe_rshift_func_uint16_t_u_u((safe_sub_func_int64_t_s_s((safe_div_func_int64_t_s_s(1L, ((g_23 = (safe_unary_minus_func_uint32_t_u(((*l_103) = (safe_mod_func_uint32_t_u_u(((safe_rshift_func_int8_t_s_s((g_13 = l_81), ((safe_sub_func_uint64_t_u_u((g_102 = ((safe_add_func_uint8_t_u_u((((((*l_99) |= (safe_lshift_func_uint8_t_u_u((((*l_88)++) <= ((safe_lshift_func_int8_t_s_u((((((safe_rshift_func_int8_t_s_s(((l_96 = l_2[0]) , 0L), l_81)) ^ l_2[0]) < 7L) & l_2[g_3]) < l_2[g_3]), g_3)) == g_37)), g_97))) < 4294967286UL) , &l_2[g_3]) == &l_2[g_3]), g_21)) != g_100)), g_55)) , g_89))) & g_20), 4294967294UL)))))) & g_20))), l_104)), 7)))), l_2[0]));
        }
        else
        { 
            int8_t **l_107 = &l_12;
            int8_t ***l_106 = &l_107;
            (*l_106) = (void*)0;
        }
    }
    return g_25;
}

static int32_t  func_4(uint16_t  p_5, int8_t  p_6, uint8_t  p_7, uint32_t  p_8, uint16_t  p_9)
{ 
    int32_t l_32 = 0x377963F6L;
    int32_t l_38 = 0x10B5C7B1L;
    int32_t l_41[1];
    int32_t **l_63 = (void*)0;
    int32_t **l_64 = (void*)0;
    int32_t *l_65[1];
    int i;
    for (i = 0; i < 1; i++)
        l_41[i] = (-2L);
    for (i = 0; i < 1; i++)
        l_65[i] = &g_35;
    if ((safe_lshift_func_uint16_t_u_u((safe_sub_func_int64_t_s_s(((&g_13 != &p_6) != p_7), (safe_add_func_uint32_t_u_u(((((g_21 , 0x79L) ^ l_32) , (void*)0) == (void*)0), g_21)))), 1)))
    { 
        int32_t l_33 = 0xA8D6E859L;
        int32_t *l_34 = &g_35;
        int32_t *l_36[1];
        int i;
        for (i = 0; i < 1; i++)
            l_36[i] = &g_37;
        l_38 = ((*l_34) = ((((&g_13 == &p_6) >= (l_32 | l_33)) , (void*)0) != (void*)0));
        for (g_35 = 17; (g_35 != 23); ++g_35)
        { 
            uint64_t l_43 = 18446744073709551606UL;
            int32_t **l_46 = &l_36[0];
            l_43--;
            (*l_46) = l_36[0];
        }
    }
    else
    { 
        int32_t *l_49 = &g_3;
        int32_t **l_62 = &g_50[1];
        if ((safe_mod_func_uint8_t_u_u(p_9, l_41[0])))
        { 
            int32_t **l_51 = (void*)0;
            const int8_t *l_54 = &g_55;
            const int8_t **l_53 = &l_54;
            int32_t *l_57 = &g_37;
            g_52[1] = (g_50[0] = l_49);
            (*l_57) &= ((((((*l_53) = (void*)0) != (void*)0) >= 9UL) || (!l_41[0])) && p_5);
        }
        else
        { 
            uint8_t l_58[3];
            int i;
            for (i = 0; i < 3; i++)
                l_58[i] = 0x2AL;
            ++l_58[1];
        }
        (*l_62) = &g_37;
    }
    l_65[0] = &l_41[0];
    return p_8;
}

int main (void)
{
    int i;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_3, "g_3", print_hash_value);
    transparent_crc(g_13, "g_13", print_hash_value);
    transparent_crc(g_20, "g_20", print_hash_value);
    transparent_crc(g_21, "g_21", print_hash_value);
    transparent_crc(g_23, "g_23", print_hash_value);
    transparent_crc(g_25, "g_25", print_hash_value);
    transparent_crc(g_35, "g_35", print_hash_value);
    transparent_crc(g_37, "g_37", print_hash_value);
    transparent_crc(g_42, "g_42", print_hash_value);
    transparent_crc(g_55, "g_55", print_hash_value);
    transparent_crc(g_89, "g_89", print_hash_value);
    transparent_crc(g_97, "g_97", print_hash_value);
    transparent_crc(g_100, "g_100", print_hash_value);
    transparent_crc(g_102, "g_102", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
