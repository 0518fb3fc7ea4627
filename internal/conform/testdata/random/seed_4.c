// csmith, seed 4. Checksums: LP64 0x28441247 ILP32 0x28441247
#include "csmith.h"

static long __undefined;

#pragma pack(push)
#pragma pack(1)
struct S0 {
   volatile uint32_t  f0;
   volatile int8_t  f1;
   unsigned f2 : 8;
};
#pragma pack(pop)

static int32_t g_2[2] = {0x6DB50520L,0x6DB50520L};
static volatile struct S0 g_11[3] = {{2UL,0x69L,15},{2UL,0x69L,15},{2UL,0x69L,15}};

static const uint16_t  func_1(void);
static int32_t * func_5(int32_t * p_6, int64_t  p_7, uint16_t  p_8, uint32_t  p_9, uint16_t  p_10);

static const uint16_t  func_1(void)
{ 
    uint32_t l_19 = 0x980DB959L;
    int32_t l_33 = (-3L);
    int32_t l_35 = 0x633E7A32L;
    int32_t l_36 = 0x05AF849FL;
    int32_t l_37 = (-4L);
    int32_t l_38 = 0L;
    int32_t l_39 = 0x8B2F1036L;
    int32_t l_40 = (-8L);
    int32_t l_42 = 0L;
    int32_t l_43 = (-4L);
    int32_t l_44 = (-2L);
    int32_t l_45 = 0L;
    int32_t l_46 = 1L;
    int32_t l_47 = (-3L);
    int64_t l_48[1];
    uint32_t l_49[3][1];
    int i, j;
    for (i = 0; i < 1; i++)
        l_48[i] = 0L;
    for (i = 0; i < 3; i++)
    {
        for (j = 0; j < 1; j++)
            l_49[i][j] = 1UL;
    }
    for (g_2[0] = (-17); (g_2[0] == (-20)); g_2[0] = safe_sub_func_int64_t_s_s(g_2[0], 1))
    { 
        uint32_t l_23 = 0x36729694L;
        int16_t l_24 = 0x42F3L;
        int32_t *l_28 = &g_2[0];
        int32_t **l_27 = &l_28;
        (*l_27) = func_5(((g_11[0] , (!(safe_div_func_uint32_t_u_u(((safe_rshift_func_uint16_t_u_u((safe_mul_func_uint8_t_u_u(l_19, (safe_mul_func_int16_t_s_s(5L, (safe_unary_minus_func_uint32_t_u(l_23)))))), 2)) , l_24), 0x1CE3CB5AL)))) , (void*)0), l_19, g_2[0], l_19, g_2[1]);
    }
    for (l_19 = 3; (l_19 <= 54); l_19++)
    { 
        int64_t l_31 = 0x8D955A61940C9BA5LL;
        int32_t *l_32[1];
        int64_t l_34 = 0x51FD9AB8A87EA82BLL;
        int32_t l_41 = 0x01006516L;
        int i;
        for (i = 0; i < 1; i++)
            l_32[i] = &g_2[0];
        g_11[0] = g_11[0];
        l_49[1][0]--;
    }
    return g_2[0];
}

static int32_t * func_5(int32_t * p_6, int64_t  p_7, uint16_t  p_8, uint32_t  p_9, uint16_t  p_10)
{ 
    volatile struct S0 *l_26 = &g_11[0];
    volatile struct S0 **l_25 = &l_26;
    (*l_25) = &g_11[1];
    return p_6;
}

int main (void)
{
    int i;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    for (i = 0; i < 2; i++)
    {
        transparent_crc(g_2[i], "g_2[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    for (i = 0; i < 3; i++)
    {
        transparent_crc(g_11[i].f0, "g_11[i].f0", print_hash_value);
        transparent_crc(g_11[i].f1, "g_11[i].f1", print_hash_value);
        transparent_crc(g_11[i].f2, "g_11[i].f2", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
