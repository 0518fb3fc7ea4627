// csmith, seed 46. Checksums: LP64 0xac1b856d ILP32 0xac1b856d
#include "csmith.h"

static long __undefined;

struct S2 {
   volatile int8_t  f0;
   int32_t  f1;
};

struct S3 {
   volatile signed f0 : 18;
};

static int8_t g_7 = 0x33L;
static volatile struct S3 g_8 = {-102};
static int32_t g_14 = (-1L);
static int32_t * volatile g_13 = &g_14;
static struct S2 g_16 = {-2L,0xBC248910L};
static const struct S2 *g_18 = &g_16;
static const struct S2 ** volatile g_17[1] = {&g_18};
static const struct S2 ** volatile g_19 = &g_18;

static uint8_t  func_1(void);
static const struct S2 * func_2(struct S2 * p_3, int8_t * p_4);

static uint8_t  func_1(void)
{ 
    struct S2 *l_5[3][1];
    int8_t *l_6 = &g_7;
    int i, j;
    for (i = 0; i < 3; i++)
    {
        for (j = 0; j < 1; j++)
            l_5[i][j] = (void*)0;
    }
    (*g_19) = func_2(l_5[1][0], l_6);
    return g_16.f0;
}

static const struct S2 * func_2(struct S2 * p_3, int8_t * p_4)
{ 
    volatile struct S3 *l_9 = &g_8;
    int32_t l_12 = 0xF4A0426AL;
    const struct S2 *l_15 = &g_16;
    (*l_9) = g_8;
    for (g_7 = 28; (g_7 >= 0); --g_7)
    { 
        (*g_13) |= (l_12 || l_12);
    }
    return l_15;
}

int main (void)
{
    int i;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_7, "g_7", print_hash_value);
    transparent_crc(g_8.f0, "g_8.f0", print_hash_value);
    transparent_crc(g_14, "g_14", print_hash_value);
    transparent_crc(g_16.f0, "g_16.f0", print_hash_value);
    transparent_crc(g_16.f1, "g_16.f1", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
