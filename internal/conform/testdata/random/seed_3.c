// csmith, seed 3. Checksums: LP64 0x6999ae78 ILP32 0x6999ae78
#include "csmith.h"

static long __undefined;

static int64_t g_2[2] = {0x63F9E923E64F1479LL,0x63F9E923E64F1479LL};
static int32_t g_6 = 0x00F68029L;
static volatile int32_t g_12 = 8L;
static int32_t g_13 = (-1L);
static uint32_t g_14 = 18446744073709551615UL;

static int32_t  func_1(void);

static int32_t  func_1(void)
{ 
    int16_t l_3[1];
    int32_t *l_4 = (void*)0;
    int32_t *l_5 = &g_6;
    int32_t l_7 = 0x1E9C96C7L;
    int32_t *l_8 = (void*)0;
    int32_t *l_9 = (void*)0;
    int32_t *l_10[2][2] = {{(void*)0,(void*)0},{(void*)0,(void*)0}};
    int32_t l_11 = 0x94BB489FL;
    int i, j;
    for (i = 0; i < 1; i++)
        l_3[i] = 0x81CEL;
    g_14--;
    return g_13;
}

int main (void)
{
    int i;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    for (i = 0; i < 2; i++)
    {
        transparent_crc(g_2[i], "g_2[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_6, "g_6", print_hash_value);
    transparent_crc(g_12, "g_12", print_hash_value);
    transparent_crc(g_13, "g_13", print_hash_value);
    transparent_crc(g_14, "g_14", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
