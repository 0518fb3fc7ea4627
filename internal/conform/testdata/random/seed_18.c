// csmith, seed 18. Checksums: LP64 0x565d00a9 ILP32 0x565d00a9
#include "csmith.h"

static long __undefined;

struct S2 {
   const signed f0 : 17;
   const unsigned f1 : 25;
};

#pragma pack(push)
#pragma pack(1)
struct S0 {
   int32_t  f0;
   volatile int32_t  f1;
};
#pragma pack(pop)

#pragma pack(push)
#pragma pack(1)
struct S3 {
   const struct S0  f0;
   volatile signed f1 : 18;
};
#pragma pack(pop)

static int32_t g_3[1] = {0x59951EA6L};
static volatile int32_t g_4[2] = {0x0BD2AB60L,0x0BD2AB60L};
static volatile int32_t g_5 = 0x4E677B56L;
static volatile int32_t g_6 = 1L;
static int32_t g_7 = (-4L);
static volatile int32_t g_10 = 0x456160CBL;
static volatile int32_t g_11 = 0x69161D59L;
static int32_t g_12[3][3] = {{(-1L),6L,(-1L)},{1L,1L,1L},{(-1L),6L,(-1L)}};
static volatile struct S3 g_17 = {{0x4AF12A83L,-1L},-352};
static int32_t *g_19[3][3] = {{&g_3[0],&g_12[0][0],&g_3[0]},{&g_3[0],&g_12[0][0],&g_3[0]},{&g_3[0],&g_12[0][0],&g_3[0]}};
static int32_t **g_18[2] = {&g_19[0][0],&g_19[0][0]};
static int32_t g_20 = (-7L);
static int32_t ***g_27 = &g_18[1];
static int32_t **** volatile g_26[3] = {&g_27,&g_27,&g_27};
static int32_t **** volatile g_28 = (void*)0;
static uint64_t g_32 = 0x89BE67E784B52DD8LL;

static struct S2  func_1(void);
static uint64_t  func_15(int32_t ** p_16);

static struct S2  func_1(void)
{ 
    int32_t *l_2 = &g_3[0];
    int32_t ***l_45 = &g_18[0];
    struct S2 l_46 = {-35,1101};
    (*l_2) = 2L;
    for (g_7 = 0; (g_7 < (-6)); g_7--)
    { 
        int32_t l_34[3][1];
        int i, j;
        for (i = 0; i < 3; i++)
        {
            for (j = 0; j < 1; j++)
                l_34[i][j] = 4L;
        }
        for (g_12[0][2] = 0; (g_12[0][2] > (-15)); --g_12[0][2])
        { 
            uint64_t *l_31 = &g_32;
            int32_t ***l_33 = &g_18[1];
            (*l_33) = (((*l_31) = func_15((g_17 , g_18[1]))) , &l_2);
        }
        (***l_45) = (safe_mod_func_uint32_t_u_u(((safe_unary_minus_func_int16_t_s(((-1L) ^ (65527UL <= ((!(safe_mul_func_int8_t_s_s(((((safe_rshift_func_int16_t_s_s(0x1A77L, 10)) ^ ((((((((g_4[0] | l_34[2][0]) < 0x83L) != 6L) >= g_20) > l_34[1][0]) <= l_34[1][0]) , l_45) == &g_18[0])) > (*l_2)) < l_34[1][0]), 1UL))) | g_12[0][2]))))) < (***l_45)), (-1L)));
    }
    return l_46;
}

static uint64_t  func_15(int32_t ** p_16)
{ 
    int32_t *l_30[1][1];
    int i, j;
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 1; j++)
            l_30[i][j] = &g_3[0];
    }
    for (g_20 = 26; (g_20 == (-6)); --g_20)
    { 
        int32_t ***l_24 = &g_18[0];
        int32_t ****l_23 = &l_24;
        int32_t ****l_25 = (void*)0;
        int32_t ****l_29 = &g_27;
        (*l_29) = ((*l_23) = &p_16);
    }
    l_30[0][0] = ((*p_16) = (*p_16));
    return g_17.f0.f1;
}

int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    for (i = 0; i < 1; i++)
    {
        transparent_crc(g_3[i], "g_3[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    for (i = 0; i < 2; i++)
    {
        transparent_crc(g_4[i], "g_4[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_5, "g_5", print_hash_value);
    transparent_crc(g_6, "g_6", print_hash_value);
    transparent_crc(g_7, "g_7", print_hash_value);
    transparent_crc(g_10, "g_10", print_hash_value);
    transparent_crc(g_11, "g_11", print_hash_value);
    for (i = 0; i < 3; i++)
    {
        for (j = 0; j < 3; j++)
        {
            transparent_crc(g_12[i][j], "g_12[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    transparent_crc(g_17.f0.f0, "g_17.f0.f0", print_hash_value);
    transparent_crc(g_17.f0.f1, "g_17.f0.f1", print_hash_value);
    transparent_crc(g_17.f1, "g_17.f1", print_hash_value);
    transparent_crc(g_20, "g_20", print_hash_value);
    transparent_crc(g_32, "g_32", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
