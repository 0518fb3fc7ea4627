// csmith, seed 52. Checksums: LP64 0x4813c185 ILP32 0x4813c185
#include "csmith.h"

static long __undefined;

static const volatile uint8_t g_2 = 246UL;
static int8_t g_3[1] = {0x48L};
static int32_t * volatile g_4 = (void*)0;
static int32_t * volatile g_5 = (void*)0;
static int32_t g_7[1] = {0x8F0AA6E6L};
static int32_t * const  volatile g_6[1] = {&g_7[0]};

static uint16_t  func_1(void);

static uint16_t  func_1(void)
{ 
    int32_t *l_8 = &g_7[0];
    (*l_8) = (g_2 >= g_3[0]);
    return g_3[0];
}

int main (void)
{
    int i;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_2, "g_2", print_hash_value);
    for (i = 0; i < 1; i++)
    {
        transparent_crc(g_3[i], "g_3[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    for (i = 0; i < 1; i++)
    {
        transparent_crc(g_7[i], "g_7[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
