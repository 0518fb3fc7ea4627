// csmith, seed 17. Checksums: LP64 0xcd61ce6a ILP32 0xcd61ce6a
#include "csmith.h"

static long __undefined;

static volatile int32_t g_2 = 0xAC204E2DL;
static int32_t g_3 = 0L;
static int32_t g_7 = (-9L);

static uint32_t  func_1(void);

static uint32_t  func_1(void)
{ 
    int32_t l_11 = 0x41B66BAFL;
    int32_t *l_12[3][2] = {{&g_3,&g_3},{&g_3,&g_3},{&g_3,&g_3}};
    int i, j;
    for (g_3 = 23; (g_3 >= (-8)); g_3 = safe_sub_func_int16_t_s_s(g_3, 1))
    { 
        int32_t *l_6 = &g_7;
        uint64_t l_8 = 0x90BE4438BEA12209LL;
        l_8++;
    }
    g_2 = (g_3 |= l_11);
    return g_7;
}

int main (void)
{
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_2, "g_2", print_hash_value);
    transparent_crc(g_3, "g_3", print_hash_value);
    transparent_crc(g_7, "g_7", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
