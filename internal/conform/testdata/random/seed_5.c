// csmith, seed 5. Checksums: LP64 0x4e738a3b ILP32 0x4e738a3b
#include "csmith.h"

static long __undefined;

struct S0 {
   int8_t  f0;
   uint8_t  f1;
   signed f2 : 8;
   uint32_t  f3;
};

static volatile int32_t g_3 = (-1L);
static volatile int32_t g_4 = 0x53E58BFCL;
static volatile int32_t g_5 = 0x7D2703D9L;
static int32_t g_6 = (-1L);
static int32_t * volatile g_7[3] = {(void*)0,(void*)0,(void*)0};
static int32_t g_9[3] = {0x7E2F9D44L,0x7E2F9D44L,0x7E2F9D44L};
static struct S0 g_17 = {4L,0xE3L,-2,0xC1C08558L};

static struct S0  func_1(void);

static struct S0  func_1(void)
{ 
    int8_t l_2[1];
    int32_t l_10 = 0xA87FCE6BL;
    int32_t *l_11 = &g_9[1];
    int32_t *l_12 = &g_9[2];
    int32_t *l_13[3][2] = {{&l_10,&l_10},{&l_10,&l_10},{&l_10,&l_10}};
    uint8_t l_14 = 1UL;
    int i, j;
    for (i = 0; i < 1; i++)
        l_2[i] = 0L;
    for (g_6 = 0; (g_6 >= 0); g_6 -= 1)
    { 
        int32_t *l_8[2][3] = {{&g_9[1],&g_9[1],&g_9[1]},{(void*)0,(void*)0,(void*)0}};
        int i, j;
        l_10 &= l_2[g_6];
    }
    l_14--;
    return g_17;
}

int main (void)
{
    int i;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_3, "g_3", print_hash_value);
    transparent_crc(g_4, "g_4", print_hash_value);
    transparent_crc(g_5, "g_5", print_hash_value);
    transparent_crc(g_6, "g_6", print_hash_value);
    for (i = 0; i < 3; i++)
    {
        transparent_crc(g_9[i], "g_9[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_17.f0, "g_17.f0", print_hash_value);
    transparent_crc(g_17.f1, "g_17.f1", print_hash_value);
    transparent_crc(g_17.f2, "g_17.f2", print_hash_value);
    transparent_crc(g_17.f3, "g_17.f3", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
