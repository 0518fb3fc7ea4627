// csmith, seed 31. Checksums: LP64 0xc929dd2e ILP32 0xc929dd2e
#include "csmith.h"

static long __undefined;

static volatile int32_t g_2[2][2] = {{0x0A35F394L,0x0A35F394L},{0x0A35F394L,0x0A35F394L}};
static int32_t g_3 = (-5L);
static uint16_t g_20 = 0x07C7L;
static int32_t g_22 = 9L;
static int32_t g_41 = 0x2CB818EBL;
static uint32_t g_42[2] = {4UL,4UL};
static volatile int32_t *g_49 = &g_2[1][0];
static volatile int32_t ** volatile g_48 = &g_49;
static uint32_t g_70[1][3] = {{0x9AFB84C8L,0x9AFB84C8L,0x9AFB84C8L}};
static int32_t *g_77 = &g_41;

static int32_t  func_1(void);
static int32_t  func_6(const uint32_t  p_7, uint8_t  p_8, uint8_t  p_9, const uint8_t  p_10);

static int32_t  func_1(void)
{ 
    int16_t l_18 = (-1L);
    int32_t *l_46 = &g_41;
    int32_t *l_52 = &g_3;
    int32_t l_63 = 0xA10D52C8L;
    int64_t l_80 = 0xE40B14FAB08463F9LL;
    int32_t *l_81 = (void*)0;
    int32_t *l_82 = &g_22;
    int32_t *l_83 = &l_63;
    int32_t *l_84 = &l_63;
    int32_t *l_85 = &g_41;
    int32_t *l_86[1][1];
    uint64_t l_87 = 0x19522E61FFE8B44ALL;
    int i, j;
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 1; j++)
            l_86[i][j] = &g_41;
    }
    for (g_3 = (-2); (g_3 < 5); ++g_3)
    { 
        int32_t l_11 = (-1L);
        uint16_t *l_19[3];
        int32_t *l_21 = &g_22;
        const uint64_t l_23 = 18446744073709551607UL;
        int32_t **l_53 = &l_46;
        int8_t l_58 = 0xE5L;
        int32_t l_67 = 8L;
        int32_t *l_76 = &g_3;
        volatile int32_t *l_79 = (void*)0;
        int i;
        for (i = 0; i < 3; i++)
            l_19[i] = &g_20;
        if (func_6(g_2[0][0], l_11, ((safe_rshift_func_int8_t_s_s((safe_lshift_func_int8_t_s_u(l_11, 7)), (((((*l_21) = (safe_add_func_uint16_t_u_u((g_20 = l_18), 0xC7A8L))) | l_23) ^ g_3) | g_3))) | g_3), g_3))
        { 
            uint8_t l_47 = 0UL;
            (*l_21) = (((safe_lshift_func_int16_t_s_s(((+((g_22 >= ((((((l_19[0] != (void*)0) > (l_18 , (-2L))) | g_42[1]) , l_46) != l_46) != (*l_46))) , g_2[1][0])) , (*l_46)), l_47)) , 0xF874340CABDBFAD2LL) >= 5L);
        }
        else
        { 
            (*g_48) = &g_2[1][0];
            return (*g_49);
        }
        if ((255UL > ((((*l_53) = l_52) == (*g_48)) != (safe_mul_func_int16_t_s_s(g_42[0], g_22)))))
        { 
            int32_t l_56[1];
            int32_t *l_57 = &g_22;
            int32_t *l_59 = &l_56[0];
            int32_t *l_60 = &l_56[0];
            int32_t *l_61 = &g_22;
            int32_t *l_62 = &l_56[0];
            int32_t *l_64 = &g_41;
            int32_t *l_65 = (void*)0;
            int32_t *l_66 = &l_56[0];
            int32_t *l_68 = &l_56[0];
            int32_t *l_69[2];
            int i;
            for (i = 0; i < 1; i++)
                l_56[i] = (-1L);
            for (i = 0; i < 2; i++)
                l_69[i] = &g_22;
            g_70[0][2]++;
        }
        else
        { 
            int32_t *l_75 = &l_67;
            l_79 = (((((safe_rshift_func_uint16_t_u_u(((l_75 != (g_77 = l_76)) && (+7L)), 11)) , (*l_21)) >= g_2[1][0]) , g_70[0][2]) , (*g_48));
        }
    }
    ++l_87;
    return (*g_77);
}

static int32_t  func_6(const uint32_t  p_7, uint8_t  p_8, uint8_t  p_9, const uint8_t  p_10)
{ 
    int32_t l_38 = 0x6EA0E402L;
    uint16_t l_39[1];
    int32_t *l_40 = &g_41;
    int i;
    for (i = 0; i < 1; i++)
        l_39[i] = 65535UL;
    g_42[1] |= ((*l_40) &= (safe_rshift_func_uint16_t_u_s(((safe_sub_func_int32_t_s_s((((((safe_rshift_func_int16_t_s_u((((safe_sub_func_int16_t_s_s((p_10 , ((void*)0 != &g_2[1][0])), (((((safe_div_func_uint8_t_u_u((safe_rshift_func_int16_t_s_s((safe_mod_func_int8_t_s_s((-9L), p_10)), 2)), l_38)) == 65535UL) != l_39[0]) , l_38) , 0xAF1BL))) | g_22) != (-4L)), 12)) > l_39[0]) | g_2[1][0]) <= p_9) , 0xCF6A1241L), 4294967286UL)) != g_22), 15)));
    return (*l_40);
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
    transparent_crc(g_3, "g_3", print_hash_value);
    transparent_crc(g_20, "g_20", print_hash_value);
    transparent_crc(g_22, "g_22", print_hash_value);
    transparent_crc(g_41, "g_41", print_hash_value);
    for (i = 0; i < 2; i++)
    {
        transparent_crc(g_42[i], "g_42[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 3; j++)
        {
            transparent_crc(g_70[i][j], "g_70[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
