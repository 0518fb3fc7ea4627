// csmith, seed 39. Checksums: LP64 0x241fb4a4 ILP32 0x241fb4a4
#include "csmith.h"

static long __undefined;

struct S0 {
   volatile uint64_t  f0;
};

static uint16_t g_3[2] = {0x9000L,0x9000L};
static uint16_t g_30 = 0xF0CFL;
static uint16_t *g_29[3][3] = {{&g_30,&g_30,&g_30},{&g_30,&g_30,&g_30},{&g_30,&g_30,&g_30}};
static struct S0 g_31 = {0UL};
static struct S0 * volatile g_32 = &g_31;
static int32_t g_35 = 0x9956A218L;

static uint8_t  func_1(void);
static uint16_t  func_9(const uint64_t  p_10, int32_t  p_11, const uint32_t  p_12, int8_t  p_13, const int64_t  p_14);

static uint8_t  func_1(void)
{ 
    uint16_t *l_2[2][3];
    int32_t l_4 = 0xC76D7BE7L;
    int32_t *l_34 = &g_35;
    int i, j;
    for (i = 0; i < 2; i++)
    {
        for (j = 0; j < 3; j++)
            l_2[i][j] = &g_3[1];
    }
    (*l_34) &= ((++g_3[1]) == (safe_mul_func_uint16_t_u_u(func_9((((safe_rshift_func_int8_t_s_u(l_4, 6)) && ((safe_lshift_func_uint8_t_u_u((((safe_div_func_uint64_t_u_u((safe_lshift_func_int8_t_s_u(l_4, ((safe_mul_func_uint16_t_u_u((safe_mod_func_uint32_t_u_u((safe_sub_func_int8_t_s_s(0L, (l_2[0][2] == g_29[2][1]))), g_30)), 0x9BE5L)) || g_30))), 0x84CBED562B994B74LL)) , l_4) || l_4), 4)) && g_30)) > g_30), g_30, g_30, g_30, g_30), 0xFC35L)));
    l_34 = &g_35;
    return (*l_34);
}

static uint16_t  func_9(const uint64_t  p_10, int32_t  p_11, const uint32_t  p_12, int8_t  p_13, const int64_t  p_14)
{ 
    uint64_t l_33 = 6UL;
    (*g_32) = g_31;
    return l_33;
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
        transparent_crc(g_3[i], "g_3[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_30, "g_30", print_hash_value);
    transparent_crc(g_31.f0, "g_31.f0", print_hash_value);
    transparent_crc(g_35, "g_35", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
