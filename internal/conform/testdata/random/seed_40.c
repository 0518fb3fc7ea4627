// csmith, seed 40. Checksums: LP64 0xedc8623 ILP32 0xedc8623
#include "csmith.h"

static long __undefined;

union U0 {
   volatile int8_t * const  f0;
   const signed f1 : 16;
   int32_t  f2;
};

static int8_t g_6 = (-1L);
static int8_t *g_5 = &g_6;
static int32_t g_15 = 1L;
static int32_t *g_14 = &g_15;
static union U0 * const g_17 = (void*)0;
static union U0 g_20 = {0};

static const int16_t  func_1(void);
static union U0 * const  func_2(int8_t * p_3, int16_t  p_4);

static const int16_t  func_1(void)
{ 
    uint64_t l_7[3][3];
    union U0 *l_19 = &g_20;
    union U0 **l_18[2];
    union U0 **l_21 = &l_19;
    int32_t **l_22 = &g_14;
    int i, j;
    for (i = 0; i < 3; i++)
    {
        for (j = 0; j < 3; j++)
            l_7[i][j] = 18446744073709551612UL;
    }
    for (i = 0; i < 2; i++)
        l_18[i] = &l_19;
    (*l_21) = func_2(g_5, ((l_7[2][2] | (safe_lshift_func_int8_t_s_u((g_6 , (safe_div_func_uint16_t_u_u((safe_sub_func_int32_t_s_s(((g_6 , 4294967295UL) >= l_7[2][2]), g_6)), g_6))), g_6))) ^ 0xE56890C5L));
    (*l_22) = (void*)0;
    return g_15;
}

static union U0 * const  func_2(int8_t * p_3, int16_t  p_4)
{ 
    int32_t **l_16 = &g_14;
    (*l_16) = g_14;
    return g_17;
}

int main (void)
{
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_6, "g_6", print_hash_value);
    transparent_crc(g_15, "g_15", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
