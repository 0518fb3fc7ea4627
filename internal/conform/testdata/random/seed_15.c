// csmith, seed 15. Checksums: LP64 0xf3ebd26a ILP32 0xf3ebd26a
#include "csmith.h"

static long __undefined;

static uint16_t g_8 = 0xCFAFL;
static int16_t g_10 = 0xF996L;
static uint8_t g_13 = 0x67L;
static int8_t g_15 = 1L;
static int8_t *g_14[3] = {&g_15,&g_15,&g_15};
static int16_t *g_19 = &g_10;
static int16_t **g_18[3] = {&g_19,&g_19,&g_19};
static int16_t *** volatile g_17 = &g_18[1];
static int32_t g_22[3] = {1L,1L,1L};
static int32_t * volatile g_21 = &g_22[1];

static int16_t  func_1(void);
static int16_t  func_2(int16_t  p_3, int16_t  p_4, uint16_t  p_5, int8_t * p_6, uint32_t  p_7);

static int16_t  func_1(void)
{ 
    int16_t *l_9 = &g_10;
    const int32_t l_11 = 1L;
    uint8_t *l_12 = &g_13;
    (*g_21) = ((func_2(((*l_9) &= g_8), (l_11 >= ((*l_12) = g_8)), (((g_8 >= g_8) ^ (-1L)) != g_8), g_14[1], g_8) == l_11) , g_10);
    return l_11;
}

static int16_t  func_2(int16_t  p_3, int16_t  p_4, uint16_t  p_5, int8_t * p_6, uint32_t  p_7)
{ 
    int16_t **l_16 = (void*)0;
    int32_t l_20[3];
    int i;
    for (i = 0; i < 3; i++)
        l_20[i] = 0x91E60E77L;
    (*g_17) = l_16;
    return l_20[0];
}

int main (void)
{
    int i;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_8, "g_8", print_hash_value);
    transparent_crc(g_10, "g_10", print_hash_value);
    transparent_crc(g_13, "g_13", print_hash_value);
    transparent_crc(g_15, "g_15", print_hash_value);
    for (i = 0; i < 3; i++)
    {
        transparent_crc(g_22[i], "g_22[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
