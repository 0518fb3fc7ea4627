// csmith, seed 36. Checksums: LP64 0xe9445acc ILP32 0xe9445acc
#include "csmith.h"

static long __undefined;

union U1 {
   const int32_t  f0;
};

union U2 {
   uint8_t  f0;
   int32_t  f1;
   const volatile int8_t  f2;
   uint8_t  f3;
   const volatile signed f4 : 20;
};

static volatile int32_t g_3 = 0x67B8F5F4L;
static volatile int32_t g_4 = (-1L);
static int32_t g_5 = 6L;
static int64_t g_20 = (-6L);
static int8_t g_24 = (-1L);
static int8_t *g_23 = &g_24;
static int32_t g_28 = 0x5A61940CL;
static uint16_t g_43[2][2] = {{0x3633L,0x3633L},{0x3633L,0x3633L}};
static uint16_t g_48 = 4UL;
static union U1 g_50 = {-10L};
static union U1 *g_49 = &g_50;
static union U1 g_53 = {0x257E7E5FL};
static union U2 g_54 = {0x01L};
static uint32_t g_67 = 0xB0470BDEL;

static uint16_t  func_1(void);
static uint32_t  func_6(uint8_t  p_7, int8_t * p_8, int8_t  p_9, uint64_t  p_10, int8_t * p_11);

static uint16_t  func_1(void)
{ 
    int32_t l_2[3];
    uint32_t l_13 = 5UL;
    int32_t l_15 = 0L;
    int32_t l_18 = 0x9694D2B5L;
    int32_t l_21 = 0L;
    int8_t l_25 = 0L;
    union U1 *l_52 = &g_53;
    int i;
    for (i = 0; i < 3; i++)
        l_2[i] = 9L;
    for (g_5 = 0; (g_5 <= 2); g_5 += 1)
    { 
        int64_t *l_14 = (void*)0;
        int64_t *l_19[1][1];
        int32_t l_22 = 0xDD972C40L;
        int8_t *l_26 = (void*)0;
        uint64_t l_55 = 0x04C7C9A7B2E0AD50LL;
        int i, j;
        for (i = 0; i < 1; i++)
        {
            for (j = 0; j < 1; j++)
                l_19[i][j] = &g_20;
        }
        if ((func_6((safe_unary_minus_func_int16_t_s(((l_15 ^= l_13) | (safe_mod_func_int64_t_s_s((l_21 &= (l_18 ^= l_13)), (l_22 & (18446744073709551607UL & 1UL))))))), g_23, l_25, g_24, l_26) ^ 0x3766593CL))
        { 
            uint16_t *l_42[2][1];
            int32_t l_44 = 0L;
            uint32_t l_45 = 18446744073709551615UL;
            int i, j;
            for (i = 0; i < 2; i++)
            {
                for (j = 0; j < 1; j++)
                    l_42[i][j] = &g_43[1][0];
            }
            g_4 = (safe_sub_func_uint16_t_u_u((+0UL), (++l_45)));
            return g_43[1][0];
        }
        else
        { 
            union U1 **l_51[2];
            int i;
            for (i = 0; i < 2; i++)
                l_51[i] = &g_49;
            if (g_48)
                break;
            l_52 = g_49;
        }
        if ((((g_54 , (l_55 >= (safe_rshift_func_int8_t_s_u(l_55, 0)))) & (l_52 != (void*)0)) == l_22))
        { 
            uint16_t l_58 = 1UL;
            if (l_58)
                break;
        }
        else
        { 
            int32_t *l_59 = (void*)0;
            int32_t *l_60 = &l_18;
            int32_t *l_61 = &l_18;
            int32_t *l_62 = &l_18;
            int32_t *l_63 = &l_15;
            int32_t *l_64 = &l_18;
            int32_t *l_65 = &g_28;
            int32_t *l_66[2][1];
            int i, j;
            for (i = 0; i < 2; i++)
            {
                for (j = 0; j < 1; j++)
                    l_66[i][j] = (void*)0;
            }
            g_67++;
            l_22 ^= g_24;
        }
    }
    return l_15;
}

static uint32_t  func_6(uint8_t  p_7, int8_t * p_8, int8_t  p_9, uint64_t  p_10, int8_t * p_11)
{ 
    int32_t *l_27 = &g_28;
    (*l_27) = (-7L);
    for (g_24 = 27; (g_24 < 5); g_24 = safe_sub_func_uint8_t_u_u(g_24, 2))
    { 
        int16_t l_31[2];
        int i;
        for (i = 0; i < 2; i++)
            l_31[i] = 0xEFC7L;
        for (g_20 = 1; (g_20 >= 0); g_20 -= 1)
        { 
            int32_t l_38 = 0x3B19D88CL;
            int i;
            (*l_27) &= ((l_31[g_20] , l_31[1]) , (((safe_lshift_func_uint16_t_u_s((safe_rshift_func_int16_t_s_s(g_3, 4)), ((safe_sub_func_uint32_t_u_u(0xA87EA82BL, l_38)) | 9UL))) == 1L) & l_31[g_20]));
        }
        g_28 ^= l_31[1];
    }
    return p_7;
}

int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_3, "g_3", print_hash_value);
    transparent_crc(g_4, "g_4", print_hash_value);
    transparent_crc(g_5, "g_5", print_hash_value);
    transparent_crc(g_20, "g_20", print_hash_value);
    transparent_crc(g_24, "g_24", print_hash_value);
    transparent_crc(g_28, "g_28", print_hash_value);
    for (i = 0; i < 2; i++)
    {
        for (j = 0; j < 2; j++)
        {
            transparent_crc(g_43[i][j], "g_43[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    transparent_crc(g_48, "g_48", print_hash_value);
    transparent_crc(g_50.f0, "g_50.f0", print_hash_value);
    transparent_crc(g_53.f0, "g_53.f0", print_hash_value);
    transparent_crc(g_54.f0, "g_54.f0", print_hash_value);
    transparent_crc(g_54.f2, "g_54.f2", print_hash_value);
    transparent_crc(g_54.f3, "g_54.f3", print_hash_value);
    transparent_crc(g_67, "g_67", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
