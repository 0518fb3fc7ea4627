// csmith, seed 10. Checksums: LP64 0x9ea03e1d ILP32 0x9ea03e1d
#include "csmith.h"

static long __undefined;

static uint32_t g_14[2][1] = {{7UL},{7UL}};
static int32_t g_19 = 0L;
static int32_t * volatile g_30 = &g_19;

static uint32_t  func_1(void);
static int32_t  func_2(int8_t  p_3);

static uint32_t  func_1(void)
{ 
    int32_t l_11 = 0x149CEC79L;
    uint64_t l_15 = 0xCD49FCFBCE008FB0LL;
    int32_t *l_29 = (void*)0;
    (*g_30) = func_2((safe_lshift_func_uint16_t_u_u((~(((safe_sub_func_int32_t_s_s(((safe_mul_func_int16_t_s_s(l_11, (safe_rshift_func_int8_t_s_u(0xF9L, 2)))) != g_14[1][0]), ((((((0x2D91509CL || l_15) | g_14[1][0]) , g_14[0][0]) , 0x6501874DL) >= l_15) <= l_15))) == l_11) > 0xA82E77E815F84255LL)), g_14[1][0])));
    return g_14[1][0];
}

static int32_t  func_2(int8_t  p_3)
{ 
    uint32_t l_26 = 4294967295UL;
    for (p_3 = (-9); (p_3 <= 8); p_3 = safe_add_func_int8_t_s_s(p_3, 3))
    { 
        int32_t *l_18 = &g_19;
        int32_t l_20 = 5L;
        int32_t *l_21 = (void*)0;
        int32_t *l_22 = (void*)0;
        int32_t l_23 = 6L;
        int32_t *l_24 = &l_20;
        int32_t *l_25[2][1];
        int i, j;
        for (i = 0; i < 2; i++)
        {
            for (j = 0; j < 1; j++)
                l_25[i][j] = &l_20;
        }
        ++l_26;
    }
    return g_14[1][0];
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
        for (j = 0; j < 1; j++)
        {
            transparent_crc(g_14[i][j], "g_14[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    transparent_crc(g_19, "g_19", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
