// csmith, seed 35. Checksums: LP64 0x1060c1c ILP32 0x1060c1c
#include "csmith.h"

static long __undefined;

#pragma pack(push)
#pragma pack(1)
struct S0 {
   unsigned f0 : 16;
   const unsigned f1 : 7;
   unsigned f2 : 14;
};
#pragma pack(pop)

static volatile int32_t g_2 = 8L;
static int32_t g_3[2][3] = {{0L,0L,0L},{0x1DBECCCEL,0x1DBECCCEL,0x1DBECCCEL}};
static int32_t *g_12 = &g_3[1][0];
static int32_t ** volatile g_11 = &g_12;

static uint16_t  func_1(void);
static int32_t * func_6(struct S0  p_7, uint16_t  p_8);

static uint16_t  func_1(void)
{ 
    int16_t l_13 = (-1L);
    for (g_3[1][0] = 6; (g_3[1][0] <= 22); g_3[1][0] = safe_add_func_uint8_t_u_u(g_3[1][0], 9))
    { 
        struct S0 l_9 = {35,1,40};
        (*g_11) = func_6(l_9, g_3[1][0]);
        if ((*g_12))
            break;
    }
    return l_13;
}

static int32_t * func_6(struct S0  p_7, uint16_t  p_8)
{ 
    int32_t *l_10[1];
    int i;
    for (i = 0; i < 1; i++)
        l_10[i] = &g_3[1][0];
    return l_10[0];
}

int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_2, "g_2", print_hash_value);
    for (i = 0; i < 2; i++)
    {
        for (j = 0; j < 3; j++)
        {
            transparent_crc(g_3[i][j], "g_3[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
