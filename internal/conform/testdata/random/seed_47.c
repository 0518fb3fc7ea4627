// csmith, seed 47. Checksums: LP64 0x546dbaa ILP32 0x546dbaa
#include "csmith.h"

static long __undefined;

union U6 {
   const uint64_t  f0;
};

static int16_t g_9 = 0x9599L;
static int16_t g_13 = 0L;
static int8_t g_18[3] = {0L,0L,0L};
static int64_t g_19 = 0x426F37911B9C6FECLL;
static int32_t g_20[2] = {1L,1L};
static union U6 g_23 = {0x19F8C51723279329LL};

static union U6  func_1(void);

static union U6  func_1(void)
{ 
    uint64_t l_4 = 0x106EC6E54EE87F6FLL;
    int16_t *l_12 = &g_13;
    uint64_t l_16 = 18446744073709551615UL;
    int8_t *l_17 = &g_18[0];
    int32_t *l_21 = (void*)0;
    int32_t *l_22 = &g_20[0];
    (*l_22) = (safe_rshift_func_uint16_t_u_u(l_4, (safe_lshift_func_uint8_t_u_s((safe_lshift_func_uint8_t_u_u(g_9, 2)), (((safe_div_func_uint32_t_u_u((((g_19 = ((*l_17) |= (((*l_12) &= l_4) < (((safe_rshift_func_uint16_t_u_u((1UL && g_9), 6)) , g_9) | l_16)))) || 0xEBL) || g_19), l_4)) == l_4) >= g_20[0])))));
    for (g_19 = 2; (g_19 >= 0); g_19 -= 1)
    { 
        for (l_4 = 0; (l_4 <= 2); l_4 += 1)
        { 
            g_20[0] &= (l_12 != (void*)0);
        }
    }
    return g_23;
}

int main (void)
{
    int i;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_9, "g_9", print_hash_value);
    transparent_crc(g_13, "g_13", print_hash_value);
    for (i = 0; i < 3; i++)
    {
        transparent_crc(g_18[i], "g_18[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_19, "g_19", print_hash_value);
    for (i = 0; i < 2; i++)
    {
        transparent_crc(g_20[i], "g_20[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_23.f0, "g_23.f0", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
