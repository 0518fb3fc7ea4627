// csmith, seed 13. Checksums: LP64 0xd65cc09d ILP32 0xd65cc09d
#include "csmith.h"

static long __undefined;

#pragma pack(push)
#pragma pack(1)
struct S0 {
   signed f0 : 5;
   volatile unsigned f1 : 8;
   signed f2 : 11;
   signed f3 : 10;
};
#pragma pack(pop)

union U2 {
   int64_t  f0;
   volatile int8_t * volatile  f1;
   volatile uint64_t  f2;
};

static volatile int32_t g_3 = 0x7A61EEFBL;
static int32_t g_4 = 0x5E790E86L;
static const int8_t g_11[2][3] = {{0L,0L,0L},{(-9L),(-9L),(-9L)}};
static uint16_t g_20 = 0xBC43L;
static uint32_t g_32 = 7UL;
static volatile uint32_t g_56 = 6UL;
static int16_t g_61 = (-1L);
static uint64_t g_63 = 18446744073709551615UL;
static struct S0 g_75[3] = {{3,5,-38,3},{3,5,-38,3},{3,5,-38,3}};
static volatile union U2 g_76 = {0xE70C497A14F82999LL};
static int16_t g_77[2] = {0xD9CDL,0xD9CDL};

static const uint8_t  func_1(void);
static uint32_t  func_8(const int8_t * const  p_9);

static const uint8_t  func_1(void)
{ 
    uint32_t l_2[3][1];
    int32_t l_55 = 0L;
    int64_t l_62[2][2] = {{0xA65D264A48C55279LL,0xA65D264A48C55279LL},{0xA65D264A48C55279LL,0xA65D264A48C55279LL}};
    uint8_t l_74 = 0x03L;
    int32_t *l_78 = &g_4;
    int i, j;
    for (i = 0; i < 3; i++)
    {
        for (j = 0; j < 1; j++)
            l_2[i][j] = 0x9CF30836L;
    }
    if ((0xF1L || l_2[0][0]))
    { 
        const int8_t * const l_10 = &g_11[1][2];
        volatile int32_t l_24[3][2] = {{(-1L),(-1L)},{(-1L),(-1L)},{(-1L),(-1L)}};
        uint32_t *l_31 = &g_32;
        int32_t *l_33 = &g_4;
        int i, j;
        for (g_4 = 0; (g_4 != (-10)); --g_4)
        { 
            int8_t l_23 = 0x93L;
            l_24[1][0] = ((((~func_8(l_10)) >= l_23) & (((l_23 && 0x0C23782ECC90C63BLL) , l_23) , l_2[2][0])) , g_3);
        }
        (*l_33) |= ((g_3 >= ((-5L) == (safe_lshift_func_int8_t_s_s((safe_div_func_uint32_t_u_u(((*l_31) = ((void*)0 == &g_11[1][2])), 1L)), 6)))) || g_32);
    }
    else
    { 
        int32_t l_34[2][1];
        int32_t *l_35 = (void*)0;
        int32_t l_37 = 0x969E0CD1L;
        int32_t l_54 = (-4L);
        int32_t *l_59 = (void*)0;
        int32_t *l_60[2];
        int i, j;
        for (i = 0; i < 2; i++)
        {
            for (j = 0; j < 1; j++)
                l_34[i][j] = 0x37F5E175L;
        }
        for (i = 0; i < 2; i++)
            l_60[i] = &l_54;
        if (l_34[1][0])
        { 
            int32_t **l_36 = &l_35;
            (*l_36) = l_35;
        }
        else
        { 
            int32_t *l_38 = &l_37;
            int32_t *l_39 = &l_37;
            int32_t *l_40 = &g_4;
            int32_t *l_41 = &g_4;
            int32_t *l_42 = (void*)0;
            int32_t *l_43 = &l_37;
            int32_t *l_44 = &g_4;
            int32_t *l_45 = (void*)0;
            int32_t *l_46 = &g_4;
            int32_t *l_47 = (void*)0;
            int32_t *l_48 = (void*)0;
            int32_t *l_49 = &l_37;
            int32_t *l_50 = &g_4;
            int32_t *l_51 = &g_4;
            int32_t *l_52 = &l_37;
            int32_t *l_53[2][1];
            int i, j;
            for (i = 0; i < 2; i++)
            {
                for (j = 0; j < 1; j++)
                    l_53[i][j] = (void*)0;
            }
            ++g_56;
        }
        --g_63;
    }
    (*l_78) |= ((safe_sub_func_uint32_t_u_u((safe_lshift_func_uint8_t_u_u((safe_mod_func_uint16_t_u_u((safe_lshift_func_uint16_t_u_u(l_74, (((((((((g_75[0] , g_76) , ((l_62[0][0] , l_2[2][0]) | g_3)) <= 0L) <= l_2[2][0]) | g_75[0].f0) , l_62[0][0]) , 0x6E72L) & l_2[2][0]) || l_74))), g_32)), 1)), g_77[0])) && 0x48BA36ED293A8517LL);
    return g_77[0];
}

static uint32_t  func_8(const int8_t * const  p_9)
{ 
    uint32_t l_18 = 1UL;
    uint16_t *l_19[3];
    int64_t l_21 = 0x132D683A7EF23E46LL;
    int i;
    for (i = 0; i < 3; i++)
        l_19[i] = &g_20;
    if ((g_11[1][2] > (g_3 != (safe_div_func_int16_t_s_s((safe_sub_func_uint16_t_u_u((((safe_mul_func_uint16_t_u_u((g_20 |= (l_18 || l_18)), g_11[1][2])) && 0xD9A54E5878ED7C3BLL) != l_21), l_18)), g_11[1][2])))))
    { 
        return l_21;
    }
    else
    { 
        uint16_t l_22 = 0xF451L;
        return l_22;
    }
}

int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_3, "g_3", print_hash_value);
    transparent_crc(g_4, "g_4", print_hash_value);
    for (i = 0; i < 2; i++)
    {
        for (j = 0; j < 3; j++)
        {
            transparent_crc(g_11[i][j], "g_11[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    transparent_crc(g_20, "g_20", print_hash_value);
    transparent_crc(g_32, "g_32", print_hash_value);
    transparent_crc(g_56, "g_56", print_hash_value);
    transparent_crc(g_61, "g_61", print_hash_value);
    transparent_crc(g_63, "g_63", print_hash_value);
    for (i = 0; i < 3; i++)
    {
        transparent_crc(g_75[i].f0, "g_75[i].f0", print_hash_value);
        transparent_crc(g_75[i].f1, "g_75[i].f1", print_hash_value);
        transparent_crc(g_75[i].f2, "g_75[i].f2", print_hash_value);
        transparent_crc(g_75[i].f3, "g_75[i].f3", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_76.f0, "g_76.f0", print_hash_value);
    transparent_crc(g_76.f2, "g_76.f2", print_hash_value);
    for (i = 0; i < 2; i++)
    {
        transparent_crc(g_77[i], "g_77[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
