// csmith, seed 44. Checksums: LP64 0x88e27891 ILP32 0x88e27891
#include "csmith.h"

static long __undefined;

struct S0 {
   signed f0 : 4;
   volatile unsigned f1 : 9;
   const signed f2 : 7;
};

#pragma pack(push)
#pragma pack(1)
struct S1 {
   volatile struct S0  f0;
};
#pragma pack(pop)

static uint32_t g_4 = 0x580849F8L;
static volatile struct S1 g_10 = {{-1,5,0}};
static volatile int32_t g_26 = 0x40DFE9F4L;
static volatile uint64_t g_27 = 0xCB64B6930509B955LL;
static int32_t g_36 = 2L;
static int32_t * volatile g_35[3][2] = {{(void*)0,(void*)0},{(void*)0,(void*)0},{(void*)0,(void*)0}};

static int8_t  func_1(void);
static int32_t  func_2(uint8_t  p_3);

static int8_t  func_1(void)
{ 
    int64_t l_34[3][1];
    int32_t *l_37[2][2] = {{&g_36,&g_36},{&g_36,&g_36}};
    uint32_t l_38[2];
    int i, j;
    for (i = 0; i < 3; i++)
    {
        for (j = 0; j < 1; j++)
            l_34[i][j] = 0L;
    }
    for (i = 0; i < 2; i++)
        l_38[i] = 4294967286UL;
    l_34[1][0] &= func_2(((g_4--) > (-1L)));
    l_38[0] = l_34[1][0];
    return g_10.f0.f2;
}

static int32_t  func_2(uint8_t  p_3)
{ 
    int8_t l_9 = 0xD3L;
    uint32_t l_16[2][3] = {{4294967292UL,4294967292UL,4294967295UL},{4294967292UL,4294967292UL,4294967295UL}};
    int32_t l_20 = 7L;
    int i, j;
    if ((safe_lshift_func_int16_t_s_u(g_4, (l_9 | g_4))))
    { 
        int16_t l_21 = 1L;
        int32_t *l_22 = (void*)0;
        int32_t *l_23 = (void*)0;
        g_10.f0.f0 = (((p_3 , ((g_10 , ((safe_unary_minus_func_uint16_t_u(((safe_add_func_int8_t_s_s(l_16[1][0], (~(safe_sub_func_uint32_t_u_u((l_20 = p_3), 0xF9E3D3B0L))))) >= 0L))) >= g_10.f0.f0)) && l_21)) , p_3) < p_3);
    }
    else
    { 
        int32_t *l_24 = &l_20;
        int32_t *l_25[1];
        int i;
        for (i = 0; i < 1; i++)
            l_25[i] = &l_20;
        g_27--;
    }
    for (l_20 = 0; (l_20 <= 15); l_20 = safe_add_func_uint8_t_u_u(l_20, 4))
    { 
        volatile int32_t *l_33 = &g_26;
        volatile int32_t **l_32 = &l_33;
        (*l_32) = &g_26;
    }
    return l_16[0][1];
}

int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_4, "g_4", print_hash_value);
    transparent_crc(g_10.f0.f0, "g_10.f0.f0", print_hash_value);
    transparent_crc(g_10.f0.f1, "g_10.f0.f1", print_hash_value);
    transparent_crc(g_10.f0.f2, "g_10.f0.f2", print_hash_value);
    transparent_crc(g_26, "g_26", print_hash_value);
    transparent_crc(g_27, "g_27", print_hash_value);
    transparent_crc(g_36, "g_36", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
