// csmith, seed 42. Checksums: LP64 0xb6ba34a0 ILP32 0xb6ba34a0
#include "csmith.h"

static long __undefined;

union U1 {
   uint8_t  f0;
   volatile unsigned f1 : 22;
};

static int8_t g_9 = 1L;
static union U1 g_12[1][2] = {{{0x08L},{0x08L}}};
static int32_t g_16 = 0L;
static int32_t g_20[3] = {0xE10A3BDFL,0xE10A3BDFL,0xE10A3BDFL};

static const int32_t  func_1(void);
static int8_t  func_3(uint8_t  p_4);

static const int32_t  func_1(void)
{ 
    uint16_t l_2 = 0xCB8CL;
    int32_t *l_18 = (void*)0;
    int32_t *l_19[3];
    const uint64_t l_27 = 18446744073709551613UL;
    int i;
    for (i = 0; i < 3; i++)
        l_19[i] = &g_20[0];
lbl_31:
    g_20[0] &= (((l_2 & (func_3(l_2) , l_2)) && g_9) >= l_2);
    if ((safe_sub_func_int64_t_s_s((((safe_add_func_int8_t_s_s((safe_mul_func_uint8_t_u_u(l_27, (((g_20[0] &= ((safe_mod_func_int32_t_s_s(g_12[0][0].f0, g_12[0][0].f0)) == g_9)) & g_16) <= g_16))), (-4L))) & g_9) & g_16), g_12[0][0].f0)))
    { 
        const uint64_t l_30 = 0x02D14A59E478DFCELL;
        return l_30;
    }
    else
    { 
        if (l_2)
            goto lbl_31;
    }
    return g_12[0][0].f0;
}

static int8_t  func_3(uint8_t  p_4)
{ 
    uint8_t l_13 = 250UL;
    int32_t l_14 = 0xBDA18461L;
    int32_t *l_15[2][1];
    uint32_t l_17 = 18446744073709551615UL;
    int i, j;
    for (i = 0; i < 2; i++)
    {
        for (j = 0; j < 1; j++)
            l_15[i][j] = &g_16;
    }
    g_16 = (((+(safe_mod_func_uint64_t_u_u((!(g_9 , p_4)), ((safe_rshift_func_uint8_t_u_u((0UL & ((((g_12[0][0] , l_13) <= 1L) > 0xBDE64F6CL) ^ g_9)), 2)) ^ l_13)))) , l_14) | l_14);
    return l_17;
}

int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_9, "g_9", print_hash_value);
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 2; j++)
        {
            transparent_crc(g_12[i][j].f0, "g_12[i][j].f0", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    transparent_crc(g_16, "g_16", print_hash_value);
    for (i = 0; i < 3; i++)
    {
        transparent_crc(g_20[i], "g_20[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
