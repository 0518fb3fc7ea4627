// csmith, seed 21. Checksums: LP64 0x38e15eaa ILP32 0x38e15eaa
#include "csmith.h"

static long __undefined;

struct S0 {
   volatile unsigned f0 : 9;
   signed f1 : 28;
   unsigned f2 : 15;
   unsigned f3 : 30;
};

static int32_t g_9 = 0x416DB6D0L;
static int32_t *g_19[1] = {&g_9};
static int32_t ** volatile g_18[1] = {&g_19[0]};
static int32_t ** volatile g_20 = &g_19[0];
static struct S0 g_22 = {13,3771,141,12473};

static uint16_t  func_1(void);
static struct S0 * func_2(int32_t  p_3, uint16_t  p_4);

static uint16_t  func_1(void)
{ 
    int16_t l_5 = (-4L);
    struct S0 *l_23 = &g_22;
    l_23 = func_2(l_5, l_5);
    return l_5;
}

static struct S0 * func_2(int32_t  p_3, uint16_t  p_4)
{ 
    int16_t l_11 = 5L;
    int32_t *l_16[1][2];
    int32_t **l_17 = (void*)0;
    struct S0 *l_21[3][2];
    int i, j;
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 2; j++)
            l_16[i][j] = &g_9;
    }
    for (i = 0; i < 3; i++)
    {
        for (j = 0; j < 2; j++)
            l_21[i][j] = &g_22;
    }
    for (p_3 = 0; (p_3 == 13); p_3 = safe_add_func_int8_t_s_s(p_3, 2))
    { 
        int32_t *l_8 = &g_9;
        int32_t *l_10 = &g_9;
        int32_t *l_12[2];
        uint32_t l_13 = 4294967295UL;
        int i;
        for (i = 0; i < 2; i++)
            l_12[i] = &g_9;
        --l_13;
    }
    (*g_20) = l_16[0][1];
    return l_21[0][1];
}

int main (void)
{
    int i;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_9, "g_9", print_hash_value);
    transparent_crc(g_22.f0, "g_22.f0", print_hash_value);
    transparent_crc(g_22.f1, "g_22.f1", print_hash_value);
    transparent_crc(g_22.f2, "g_22.f2", print_hash_value);
    transparent_crc(g_22.f3, "g_22.f3", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
