// csmith, seed 43. Checksums: LP64 0xeca1c6ff ILP32 0xeca1c6ff
#include "csmith.h"

static long __undefined;

struct S0 {
   uint32_t  f0;
   uint64_t  f1;
   int8_t  f2;
};

static volatile int32_t g_3 = 1L;
static volatile int32_t g_4[2][1] = {{(-1L)},{(-1L)}};
static volatile int32_t g_5 = 0x7BE18795L;
static volatile int32_t g_6 = 5L;
static volatile int32_t g_7 = 4L;
static int32_t g_8 = 0x2A8358BDL;
static uint8_t g_20[1] = {0x88L};
static int32_t * const  volatile g_26 = &g_8;
static uint8_t g_28 = 254UL;
static struct S0 g_33 = {0UL,1UL,0xCAL};
static volatile uint8_t g_38 = 0x70L;
static volatile uint8_t *g_37[1] = {&g_38};
static volatile uint8_t **g_36 = &g_37[0];
static volatile uint8_t *** volatile g_35 = &g_36;
static int32_t *g_45 = &g_8;
static int32_t ** volatile g_44 = &g_45;

static const int64_t  func_1(void);
static uint64_t  func_13(uint8_t  p_14, int8_t  p_15, int32_t  p_16);

static const int64_t  func_1(void)
{ 
    uint64_t l_2[3];
    uint8_t *l_19 = &g_20[0];
    int32_t l_21 = 0xD73DF2EFL;
    uint16_t l_27 = 65535UL;
    uint32_t l_29 = 0UL;
    int i;
    for (i = 0; i < 3; i++)
        l_2[i] = 18446744073709551615UL;
    for (g_8 = 2; (g_8 >= 0); g_8 -= 1)
    { 
        int i;
        if (l_2[g_8])
            break;
    }
    if (((safe_add_func_uint32_t_u_u((g_6 || (0xBDBDL || (((safe_mod_func_uint64_t_u_u(0xF609B2B534DE6F88LL, func_13(((*l_19) = (safe_add_func_uint8_t_u_u(255UL, 255UL))), l_21, l_2[2]))) >= l_2[0]) , l_27))), g_28)) && l_29))
    { 
        uint8_t **l_31 = &l_19;
        uint8_t ***l_30 = &l_31;
        int16_t l_32 = 0L;
        (*l_30) = (void*)0;
        if ((l_32 | l_2[1]))
        { 
            struct S0 *l_34 = &g_33;
            (*l_34) = g_33;
        }
        else
        { 
            volatile uint8_t ***l_39 = &g_36;
            (*l_39) = (((void*)0 == g_35) , (*g_35));
        }
    }
    else
    { 
        int32_t *l_42 = &l_21;
        for (g_33.f1 = 0; (g_33.f1 != 44); g_33.f1 = safe_add_func_int16_t_s_s(g_33.f1, 4))
        { 
            int32_t **l_43 = (void*)0;
            (*g_44) = l_42;
        }
    }
    return g_5;
}

static uint64_t  func_13(uint8_t  p_14, int8_t  p_15, int32_t  p_16)
{ 
    uint8_t *l_23[3][3];
    uint8_t **l_22 = &l_23[0][0];
    uint8_t ***l_24 = &l_22;
    const int32_t l_25 = 0L;
    int i, j;
    for (i = 0; i < 3; i++)
    {
        for (j = 0; j < 3; j++)
            l_23[i][j] = &g_20[0];
    }
    (*l_24) = l_22;
    (*g_26) ^= l_25;
    return l_25;
}

int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_3, "g_3", print_hash_value);
    for (i = 0; i < 2; i++)
    {
        for (j = 0; j < 1; j++)
        {
            transparent_crc(g_4[i][j], "g_4[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    transparent_crc(g_5, "g_5", print_hash_value);
    transparent_crc(g_6, "g_6", print_hash_value);
    transparent_crc(g_7, "g_7", print_hash_value);
    transparent_crc(g_8, "g_8", print_hash_value);
    for (i = 0; i < 1; i++)
    {
        transparent_crc(g_20[i], "g_20[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_28, "g_28", print_hash_value);
    transparent_crc(g_33.f0, "g_33.f0", print_hash_value);
    transparent_crc(g_33.f1, "g_33.f1", print_hash_value);
    transparent_crc(g_33.f2, "g_33.f2", print_hash_value);
    transparent_crc(g_38, "g_38", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
