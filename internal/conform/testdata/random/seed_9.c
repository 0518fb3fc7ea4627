// csmith, seed 9. Checksums: LP64 0x37e69315 ILP32 0x37e69315
#include "csmith.h"

static long __undefined;

union U0 {
   const int32_t  f0;
   int8_t  f1;
};

static int32_t g_2[1][3] = {{0x56915A13L,0x56915A13L,0x56915A13L}};
static int32_t g_6 = 0xA6DEEC54L;
static int32_t * volatile g_5 = &g_6;
static volatile int32_t g_26 = 1L;
static volatile int32_t *g_25 = &g_26;
static union U0 g_29 = {0L};
static uint8_t g_33[3] = {1UL,1UL,1UL};
static int8_t g_46 = 0xF7L;
static int64_t g_56 = 0x6F2C0E848967C74ELL;
static uint32_t g_71 = 18446744073709551615UL;
static uint32_t *g_72 = (void*)0;
static volatile uint8_t g_84 = 255UL;
static volatile int32_t ** volatile g_87 = &g_25;
static int32_t g_105 = (-8L);

static int8_t  func_1(void);
static uint8_t  func_11(uint32_t  p_12, uint32_t  p_13, int32_t * p_14);

static int8_t  func_1(void)
{ 
    uint64_t l_41 = 1UL;
    int32_t *l_49 = &g_6;
    uint64_t *l_108 = (void*)0;
    uint64_t *l_109[1][3];
    uint8_t l_110 = 250UL;
    uint32_t l_111 = 0xC8DDEC24L;
    int i, j;
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 3; j++)
            l_109[i][j] = &l_41;
    }
    for (g_2[0][1] = 0; (g_2[0][1] < 14); g_2[0][1]++)
    { 
        uint32_t l_36 = 4294967292UL;
        int32_t l_39[2][2] = {{(-8L),(-8L)},{(-8L),(-8L)}};
        uint32_t l_47[3];
        int i, j;
        for (i = 0; i < 3; i++)
            l_47[i] = 0x848298BBL;
        (*g_5) |= g_2[0][1];
        for (g_6 = 0; (g_6 != (-9)); g_6--)
        { 
            uint8_t *l_32[2];
            int32_t l_40 = 0x372585FAL;
            int8_t *l_42 = (void*)0;
            int8_t *l_43 = &g_29.f1;
            int8_t *l_44 = (void*)0;
            int8_t *l_45 = &g_46;
            uint32_t *l_48 = &l_47[1];
            int32_t *l_104 = &g_105;
            int i;
            for (i = 0; i < 2; i++)
                l_32[i] = &g_33[2];
        }
    }
    (*g_25) = ((*l_49) = (((*l_49) < (**g_87)) || (g_105 && ((l_110 = (safe_rshift_func_uint8_t_u_u(253UL, (*l_49)))) == g_2[0][0]))));
    return l_111;
}

static uint8_t  func_11(uint32_t  p_12, uint32_t  p_13, int32_t * p_14)
{ 
    int16_t l_53 = 1L;
    int64_t *l_54 = (void*)0;
    int64_t *l_55 = &g_56;
    int32_t l_57 = 1L;
    int64_t l_66 = (-1L);
    int32_t l_77 = 1L;
    int32_t l_79 = 0x922B85AEL;
    int32_t l_80 = 0x456AA7D8L;
    int32_t *l_88 = &l_79;
    int32_t *l_89 = &l_79;
    int32_t *l_90 = &l_80;
    int32_t *l_91 = &l_57;
    int32_t *l_92 = &l_77;
    int32_t *l_93 = &l_57;
    int32_t *l_94 = &l_77;
    int32_t *l_95 = &l_57;
    int32_t *l_96 = (void*)0;
    int32_t *l_97 = &l_77;
    int32_t *l_98 = &l_79;
    int32_t l_99 = 0x93045D78L;
    int32_t *l_100[1][1];
    uint32_t l_101[2][3];
    int i, j;
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 1; j++)
            l_100[i][j] = (void*)0;
    }
    for (i = 0; i < 2; i++)
    {
        for (j = 0; j < 3; j++)
            l_101[i][j] = 18446744073709551610UL;
    }
    if ((~((safe_mod_func_int32_t_s_s(0x400B8F3BL, (g_6 & (((g_33[2] && (l_57 = ((*l_55) = l_53))) > l_53) < 5L)))) , 0x32L)))
    { 
        uint8_t *l_60[1];
        int32_t l_61 = 0x9EC499E9L;
        int32_t l_62 = 0xBAE54FD5L;
        int32_t l_63 = 0xC717898AL;
        int i;
        for (i = 0; i < 1; i++)
            l_60[i] = &g_33[2];
        if ((safe_rshift_func_int16_t_s_s((l_60[0] != (g_29 , l_60[0])), (((g_33[2]++) ^ l_66) >= g_46))))
        { 
            (*g_25) |= (safe_div_func_uint8_t_u_u((((p_12 <= p_12) < (&g_26 != &l_57)) | 0L), 0x54L));
        }
        else
        { 
            uint32_t *l_70 = &g_71;
            uint32_t **l_69[2][2] = {{(void*)0,(void*)0},{(void*)0,(void*)0}};
            const uint32_t *l_74 = (void*)0;
            const uint32_t **l_73 = &l_74;
            int i, j;
            (*g_25) = ((g_72 = (p_12 , &p_12)) != ((*l_73) = &p_12));
            (*g_25) = (*g_5);
        }
    }
    else
    { 
        int32_t *l_75 = (void*)0;
        int32_t *l_76[3][2] = {{(void*)0,&l_57},{(void*)0,(void*)0},{&l_57,(void*)0}};
        int32_t l_78[2][2] = {{0xE904CDE8L,0xE904CDE8L},{0xE904CDE8L,0xE904CDE8L}};
        uint64_t l_81 = 0x090205405EA325A4LL;
        int i, j;
        l_81--;
        for (l_66 = 0; (l_66 <= 2); l_66 += 1)
        { 
            g_84--;
            (*g_87) = &g_26;
        }
    }
    l_101[1][1]++;
    return p_13;
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
        for (j = 0; j < 3; j++)
        {
            transparent_crc(g_2[i][j], "g_2[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    transparent_crc(g_6, "g_6", print_hash_value);
    transparent_crc(g_26, "g_26", print_hash_value);
    transparent_crc(g_29.f0, "g_29.f0", print_hash_value);
    transparent_crc(g_29.f1, "g_29.f1", print_hash_value);
    for (i = 0; i < 3; i++)
    {
        transparent_crc(g_33[i], "g_33[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    transparent_crc(g_46, "g_46", print_hash_value);
    transparent_crc(g_56, "g_56", print_hash_value);
    transparent_crc(g_71, "g_71", print_hash_value);
    transparent_crc(g_84, "g_84", print_hash_value);
    transparent_crc(g_105, "g_105", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
