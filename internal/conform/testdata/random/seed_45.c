// csmith, seed 45. Checksums: LP64 0xc3ca47d1 ILP32 0xc3ca47d1
#include "csmith.h"

static long __undefined;

static volatile int32_t g_2 = 0xF34FDA0EL;
static volatile int32_t g_3 = 0x951FE77DL;
static volatile int32_t g_4[1][2] = {{0x876942A1L,0x876942A1L}};
static int32_t g_5 = 0x6B8F3D42L;
static int32_t g_9[2][2] = {{0x0836B16BL,0x0836B16BL},{0x0836B16BL,0x0836B16BL}};
static int8_t g_31 = 1L;
static int8_t *g_30 = &g_31;
static int32_t *g_49 = &g_5;
static int32_t ** volatile g_48 = &g_49;

static uint16_t  func_1(void);
static int8_t * func_24(uint16_t  p_25, int32_t  p_26, int32_t * p_27, uint8_t  p_28, int16_t  p_29);

static uint16_t  func_1(void)
{ 
    int8_t l_15 = 1L;
    int32_t l_16 = (-1L);
    int32_t l_17 = (-8L);
    int32_t l_18[1];
    int32_t l_20 = 0L;
    uint8_t l_21 = 0xF6L;
    int32_t *l_34[1][3];
    int i, j;
    for (i = 0; i < 1; i++)
        l_18[i] = 0x86AE2AD2L;
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 3; j++)
            l_34[i][j] = &l_16;
    }
    for (g_5 = 0; (g_5 > 10); g_5 = safe_add_func_uint8_t_u_u(g_5, 2))
    { 
        int32_t *l_8 = &g_9[0][1];
        int32_t *l_10 = &g_9[0][1];
        int32_t l_11[1][2];
        int32_t *l_12 = (void*)0;
        int32_t *l_13 = &g_9[0][0];
        int32_t *l_14[2];
        int64_t l_19 = 1L;
        int8_t **l_32 = &g_30;
        int32_t **l_33[2];
        int8_t *l_51 = (void*)0;
        uint64_t l_52 = 0x0F8279224A3AAF95LL;
        int i, j;
        for (i = 0; i < 1; i++)
        {
            for (j = 0; j < 2; j++)
                l_11[i][j] = 0x790E8648L;
        }
        for (i = 0; i < 2; i++)
            l_14[i] = &g_9[0][1];
        for (i = 0; i < 2; i++)
            l_33[i] = (void*)0;
        ++l_21;
        l_52 |= ((((*l_32) = func_24((g_3 == ((((*l_32) = g_30) != (void*)0) & ((l_34[0][0] = &g_9[0][1]) != &l_18[0]))), g_9[0][1], &l_17, (*l_8), g_9[1][1])) == l_51) && (*g_30));
    }
    return g_9[0][1];
}

static int8_t * func_24(uint16_t  p_25, int32_t  p_26, int32_t * p_27, uint8_t  p_28, int16_t  p_29)
{ 
    int8_t *l_50 = &g_31;
    for (p_26 = 27; (p_26 < 17); p_26--)
    { 
        int32_t l_43 = (-9L);
        for (g_31 = 0; (g_31 <= 6); ++g_31)
        { 
            int8_t l_44 = 0xE9L;
            (*p_27) = ((safe_rshift_func_uint8_t_u_s(g_9[0][1], 5)) != (safe_div_func_int8_t_s_s((l_44 |= l_43), 255UL)));
        }
        for (l_43 = 0; (l_43 <= 1); l_43 += 1)
        { 
            int32_t *l_46 = &g_9[l_43][l_43];
            int32_t **l_45 = &l_46;
            int i, j;
            (*l_45) = &g_9[l_43][l_43];
            if (g_4[0][0])
                continue;
        }
    }
    for (p_25 = 0; (p_25 <= 0); p_25 += 1)
    { 
        int32_t *l_47 = &g_5;
        (*g_48) = l_47;
        for (p_28 = 0; (p_28 <= 0); p_28 += 1)
        { 
            int i, j;
            g_4[p_28][(p_28 + 1)] = g_4[p_28][p_28];
        }
    }
    return l_50;
}

int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_2, "g_2", print_hash_value);
    transparent_crc(g_3, "g_3", print_hash_value);
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 2; j++)
        {
            transparent_crc(g_4[i][j], "g_4[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    transparent_crc(g_5, "g_5", print_hash_value);
    for (i = 0; i < 2; i++)
    {
        for (j = 0; j < 2; j++)
        {
            transparent_crc(g_9[i][j], "g_9[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    transparent_crc(g_31, "g_31", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
