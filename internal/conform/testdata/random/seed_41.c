// csmith, seed 41. Checksums: LP64 0xd81b66a1 ILP32 0xd81b66a1
#include "csmith.h"

static long __undefined;

static const uint8_t g_9[1] = {1UL};
static uint16_t g_24[2][1] = {{1UL},{1UL}};
static int16_t g_26 = 1L;
static volatile int32_t *g_27 = (void*)0;
static int32_t g_32 = 0xA4F06702L;
static int32_t * volatile g_31[2][1] = {{&g_32},{&g_32}};
static int32_t * volatile g_33 = &g_32;
static int32_t *g_36 = &g_32;
static int32_t ** volatile g_35 = &g_36;

static const int32_t  func_1(void);
static int32_t  func_4(const uint8_t  p_5, int32_t  p_6, int8_t  p_7, int8_t  p_8);

static const int32_t  func_1(void)
{ 
    int8_t l_22 = 3L;
    uint16_t *l_23 = &g_24[0][0];
    int16_t *l_25 = &g_26;
    int8_t l_30 = 1L;
    int32_t *l_34[3][1];
    int i, j;
    for (i = 0; i < 3; i++)
    {
        for (j = 0; j < 1; j++)
            l_34[i][j] = &g_32;
    }
    (*g_33) |= (safe_mod_func_int32_t_s_s(func_4(g_9[0], (safe_add_func_uint16_t_u_u((((safe_add_func_uint64_t_u_u(((safe_sub_func_int32_t_s_s(g_9[0], ((safe_lshift_func_int16_t_s_u((safe_lshift_func_int16_t_s_s(g_9[0], ((*l_25) &= (safe_mod_func_uint16_t_u_u(((((*l_23) = (((0x05L <= (-1L)) < g_9[0]) , l_22)) || 0x5ACEL) & l_22), g_9[0]))))), g_9[0])) || 2L))) & 0x20L), l_22)) | g_9[0]) != g_9[0]), g_9[0])), g_9[0], g_9[0]), l_30));
    for (g_32 = 0; (g_32 >= 0); g_32 -= 1)
    { 
        int8_t l_37 = 7L;
        (*g_35) = l_34[2][0];
        for (l_30 = 0; (l_30 <= 0); l_30 += 1)
        { 
            int32_t l_38 = 0x400B8F3BL;
            int i, j;
            l_38 &= ((1UL <= ((g_24[(l_30 + 1)][g_32] , 4294967295UL) , l_37)) || 253UL);
        }
    }
    return g_24[0][0];
}

static int32_t  func_4(const uint8_t  p_5, int32_t  p_6, int8_t  p_7, int8_t  p_8)
{ 
    volatile int32_t **l_28 = &g_27;
    int32_t l_29 = 0x35211521L;
    (*l_28) = g_27;
    l_29 &= p_8;
    return p_7;
}

int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    for (i = 0; i < 1; i++)
    {
        transparent_crc(g_9[i], "g_9[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    for (i = 0; i < 2; i++)
    {
        for (j = 0; j < 1; j++)
        {
            transparent_crc(g_24[i][j], "g_24[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    transparent_crc(g_26, "g_26", print_hash_value);
    transparent_crc(g_32, "g_32", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
