// csmith, seed 24. Checksums: LP64 0xb6e39848 ILP32 0xb6e39848
#include "csmith.h"

static long __undefined;

union U0 {
   int8_t  f0;
};

union U1 {
   int32_t  f0;
   uint8_t  f1;
};

static volatile int32_t g_2 = 5L;
static volatile int32_t g_3[2][3] = {{0x398070ADL,0x398070ADL,0x398070ADL},{0x398070ADL,0x398070ADL,0x398070ADL}};
static volatile int32_t g_4 = (-1L);
static int32_t g_5 = (-3L);
static union U0 g_30[1][2] = {{{0x00L},{0x00L}}};
static uint8_t g_32 = 0x14L;
static int32_t g_34 = 1L;
static int32_t g_60 = (-5L);
static volatile int32_t * volatile g_75 = &g_3[1][1];
static volatile int32_t * volatile *g_74 = &g_75;

static const uint64_t  func_1(void);
static uint32_t  func_12(uint32_t  p_13, union U0  p_14, uint8_t  p_15, union U1  p_16, int16_t  p_17);

static const uint64_t  func_1(void)
{ 
    int8_t l_8 = 0xC3L;
    int32_t *l_77 = &g_34;
    int32_t ** const l_76[1] = {&l_77};
    int i;
    for (g_5 = (-23); (g_5 < (-12)); g_5 = safe_add_func_uint32_t_u_u(g_5, 8))
    { 
        int32_t l_9 = (-1L);
        union U1 l_24[2][3] = {{{1L},{0L},{1L}},{{1L},{0L},{1L}}};
        int32_t l_61 = 0xFFC42E2EL;
        int32_t **l_80 = &l_77;
        int32_t l_81 = 0x32CFC9AAL;
        uint16_t l_82 = 65530UL;
        int i, j;
        if ((l_8 & l_9))
        { 
            uint8_t l_22 = 4UL;
            union U0 l_23 = {-3L};
            int32_t *l_58 = (void*)0;
            int32_t *l_59[3][3] = {{&g_60,&g_60,&g_60},{&g_60,&g_60,&g_60},{&g_60,&g_60,&g_60}};
            int i, j;
            l_61 |= (safe_div_func_uint32_t_u_u(func_12((0xDC53L == l_8), ((safe_lshift_func_uint8_t_u_u(((safe_div_func_uint8_t_u_u(l_9, 8L)) > l_22), g_3[1][1])) , l_23), l_22, l_24[1][0], g_5), 0xDC4505AFL));
        }
        else
        { 
            int32_t *l_62 = &l_61;
            (*l_62) = 0x170516A4L;
        }
        l_82 &= (l_61 ^= ((safe_mul_func_int16_t_s_s((safe_div_func_int8_t_s_s((safe_rshift_func_uint8_t_u_u((((safe_sub_func_uint32_t_u_u((g_3[1][2] || (((+(((safe_mod_func_int16_t_s_s(((g_74 != l_76[0]) >= (safe_lshift_func_uint16_t_u_u((l_81 = ((((l_80 != l_80) != g_3[1][2]) && 0x819CL) < 0x3CL)), 8))), g_30[0][1].f0)) , g_2) , (**l_80))) , (**g_74)) != 0x1D4F0658L)), g_60)) >= (**l_80)) <= (**l_80)), 3)), (**l_80))), (**l_80))) > g_60));
    }
    return g_4;
}

static uint32_t  func_12(uint32_t  p_13, union U0  p_14, uint8_t  p_15, union U1  p_16, int16_t  p_17)
{ 
    uint64_t l_27 = 0xC0C8FBFC75DAA08BLL;
    int8_t l_31 = 1L;
    int32_t l_35 = 0x5E320525L;
    int32_t l_36 = 0x1081B270L;
    int32_t l_38 = 0x4EA3C919L;
    int32_t l_39 = (-1L);
    int32_t l_40 = 7L;
    int32_t *l_57 = (void*)0;
    int32_t **l_56 = &l_57;
    for (p_16.f1 = 0; (p_16.f1 <= 1); p_16.f1 += 1)
    { 
        int32_t *l_33[2][1];
        int64_t l_42 = (-6L);
        int32_t l_55[1][2];
        int i, j;
        for (i = 0; i < 2; i++)
        {
            for (j = 0; j < 1; j++)
                l_33[i][j] = &g_34;
        }
        for (i = 0; i < 1; i++)
        {
            for (j = 0; j < 2; j++)
                l_55[i][j] = 0x4B746664L;
        }
        l_35 = (g_34 |= ((safe_rshift_func_int16_t_s_u((g_32 = (((l_27 , (safe_mul_func_int8_t_s_s((g_30[0][1] , p_15), (l_27 >= l_27)))) == l_27) && l_31)), p_16.f1)) & l_31));
        for (l_35 = 1; (l_35 >= 0); l_35 -= 1)
        { 
            int32_t l_37 = 0xA7E8B7DDL;
            int32_t l_41 = (-1L);
            uint32_t l_43 = 0x47E08A84L;
            int i, j;
            l_43--;
            l_37 |= g_3[l_35][(l_35 + 1)];
        }
        for (l_42 = 0; (l_42 <= 1); l_42 += 1)
        { 
            int32_t *l_53[3];
            int32_t **l_54 = &l_33[1][0];
            int i, j;
            for (i = 0; i < 3; i++)
                l_53[i] = &l_36;
            l_55[0][0] &= (safe_sub_func_int64_t_s_s(g_3[p_16.f1][p_16.f1], (safe_unary_minus_func_int8_t_s(((safe_add_func_uint16_t_u_u(0x9B4DL, (safe_div_func_uint8_t_u_u((((*l_54) = l_53[1]) != &g_3[l_42][(l_42 + 1)]), l_31)))) , p_14.f0)))));
        }
    }
    (*l_56) = (void*)0;
    return g_32;
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
        for (j = 0; j < 3; j++)
        {
            transparent_crc(g_3[i][j], "g_3[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    transparent_crc(g_4, "g_4", print_hash_value);
    transparent_crc(g_5, "g_5", print_hash_value);
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 2; j++)
        {
            transparent_crc(g_30[i][j].f0, "g_30[i][j].f0", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    transparent_crc(g_32, "g_32", print_hash_value);
    transparent_crc(g_34, "g_34", print_hash_value);
    transparent_crc(g_60, "g_60", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
