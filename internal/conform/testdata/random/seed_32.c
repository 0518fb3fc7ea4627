// csmith, seed 32. Checksums: LP64 0xe2e09daa ILP32 0xe2e09daa
#include "csmith.h"

static long __undefined;

static int32_t g_2[2][3] = {{6L,0x8BBCA631L,6L},{6L,0x8BBCA631L,6L}};
static int32_t g_5[1][2] = {{0xA624CDB8L,0xA624CDB8L}};
static uint8_t g_19 = 1UL;
static int8_t g_23 = 1L;
static uint16_t g_32 = 0x9E07L;
static uint16_t g_36 = 0xDAE9L;
static int32_t *g_46 = &g_5[0][0];
static int32_t ** volatile g_45 = &g_46;
static int64_t g_74 = (-6L);
static int32_t g_76 = 0L;

static int8_t  func_1(void);
static int32_t  func_8(int8_t  p_9, int8_t  p_10, const int16_t  p_11);

static int8_t  func_1(void)
{ 
    uint8_t l_24 = 9UL;
    uint32_t l_26 = 1UL;
    uint16_t *l_35 = &g_36;
    int32_t l_56 = 0x7FF51885L;
    const int8_t l_71 = 3L;
    for (g_2[0][0] = 0; (g_2[0][0] < 7); g_2[0][0] = safe_add_func_uint32_t_u_u(g_2[0][0], 5))
    { 
        uint16_t *l_31 = &g_32;
        uint16_t *l_37 = &g_36;
        uint16_t *l_39[2][2] = {{(void*)0,(void*)0},{(void*)0,(void*)0}};
        uint16_t **l_38 = &l_39[1][1];
        int32_t l_44 = 1L;
        int16_t l_47 = 0xF5BFL;
        int i, j;
        for (g_5[0][1] = 0; (g_5[0][1] < (-8)); g_5[0][1] = safe_sub_func_int16_t_s_s(g_5[0][1], 5))
        { 
            uint8_t *l_18 = &g_19;
            int8_t *l_22 = &g_23;
            l_26 &= func_8(((*l_22) = ((safe_unary_minus_func_int32_t_s((safe_sub_func_int16_t_s_s(g_2[1][1], (!(safe_mul_func_uint8_t_u_u((--(*l_18)), (0x5C81L && g_2[0][2])))))))) == (-6L))), l_24, g_5[0][1]);
        }
        if ((safe_lshift_func_uint8_t_u_s((safe_mul_func_uint16_t_u_u((--(*l_31)), (l_35 == ((*l_38) = (l_37 = &g_36))))), (safe_sub_func_int64_t_s_s(1L, ((((((safe_sub_func_uint32_t_u_u((((0x9744L & l_44) , 0x9031L) > g_2[0][2]), 1L)) , 252UL) >= g_2[1][2]) >= 0x0BD2F23D37F4A1D2LL) , g_19) , g_2[1][1]))))))
        { 
            int32_t *l_48 = &g_5[0][1];
            (*g_45) = &g_2[0][0];
            (*l_48) &= l_47;
        }
        else
        { 
            int64_t l_67 = 0x65D63260039C1D55LL;
            uint32_t *l_72 = &l_26;
            int64_t *l_73[2];
            int32_t *l_75 = &g_76;
            int i;
            for (i = 0; i < 2; i++)
                l_73[i] = &g_74;
            (*l_75) ^= (((safe_sub_func_int64_t_s_s((!(((l_56 ^= (safe_sub_func_uint64_t_u_u((g_19 == (((safe_add_func_uint16_t_u_u(((*l_35)--), (safe_mod_func_uint8_t_u_u(((safe_sub_func_uint64_t_u_u(18446744073709551615UL, (((((*l_72) ^= (safe_div_func_uint8_t_u_u((safe_add_func_uint64_t_u_u((l_67 != ((safe_unary_minus_func_int32_t_s((safe_div_func_uint8_t_u_u(0xE9L, g_23)))) || g_5[0][0])), l_71)), g_2[0][0]))) , l_44) || l_44) >= g_2[0][0]))) || g_2[0][0]), g_5[0][1])))) | l_67) , 65535UL)), l_44))) && l_67) && 0xD6D23037D9CC1323LL)), g_32)) > (-2L)) , 1L);
        }
    }
    return g_74;
}

static int32_t  func_8(int8_t  p_9, int8_t  p_10, const int16_t  p_11)
{ 
    uint8_t l_25 = 0x5EL;
    return l_25;
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
        for (j = 0; j < 3; j++)
        {
            transparent_crc(g_2[i][j], "g_2[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 2; j++)
        {
            transparent_crc(g_5[i][j], "g_5[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    transparent_crc(g_19, "g_19", print_hash_value);
    transparent_crc(g_23, "g_23", print_hash_value);
    transparent_crc(g_32, "g_32", print_hash_value);
    transparent_crc(g_36, "g_36", print_hash_value);
    transparent_crc(g_74, "g_74", print_hash_value);
    transparent_crc(g_76, "g_76", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
