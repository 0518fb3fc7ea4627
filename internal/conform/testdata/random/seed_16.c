// csmith, seed 16. Checksums: LP64 0x1388b1e4 ILP32 0x1388b1e4
#include "csmith.h"

static long __undefined;

#pragma pack(push)
#pragma pack(1)
struct S1 {
   uint16_t  f0;
};
#pragma pack(pop)

static int32_t g_4 = 0x565E08CCL;
static struct S1 g_5 = {65527UL};

static struct S1  func_1(void);

static struct S1  func_1(void)
{ 
    int32_t *l_2 = (void*)0;
    int32_t *l_3 = &g_4;
    (*l_3) = (-1L);
    return g_5;
}

int main (void)
{
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_4, "g_4", print_hash_value);
    transparent_crc(g_5.f0, "g_5.f0", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
