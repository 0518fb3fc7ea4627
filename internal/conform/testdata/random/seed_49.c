// csmith, seed 49. Checksums: LP64 0x5261c5ae ILP32 0x5261c5ae
#include "csmith.h"

static long __undefined;

static int32_t g_3 = 0xE17CA002L;
static volatile int32_t g_9 = 5L;
static volatile int64_t g_11 = 0xE9BF9F36173948B0LL;
static int32_t g_12 = 0x5BBBDEBFL;
static int32_t g_13 = 0x2EF703C5L;
static volatile uint8_t g_14[1][2] = {{255UL,255UL}};

static uint16_t  func_1(void);

static uint16_t  func_1(void)
{ 
    int32_t *l_2 = &g_3;
    int32_t *l_4 = (void*)0;
    int32_t *l_5 = &g_3;
    int32_t *l_6 = &g_3;
    int32_t *l_7 = (void*)0;
    int32_t *l_8[2];
    int8_t l_10 = 0L;
    int i;
    for (i = 0; i < 2; i++)
        l_8[i] = &g_3;
    --g_14[0][1];
    return (*l_2);
}

int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_3, "g_3", print_hash_value);
    transparent_crc(g_9, "g_9", print_hash_value);
    transparent_crc(g_11, "g_11", print_hash_value);
    transparent_crc(g_12, "g_12", print_hash_value);
    transparent_crc(g_13, "g_13", print_hash_value);
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 2; j++)
        {
            transparent_crc(g_14[i][j], "g_14[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
