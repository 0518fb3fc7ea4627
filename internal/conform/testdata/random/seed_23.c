// csmith, seed 23. Checksums: LP64 0xbec577c8 ILP32 0xbec577c8
#include "csmith.h"

static long __undefined;

static int32_t g_2 = 5L;
static uint16_t g_20 = 65533UL;
static int8_t g_32 = 0x2AL;
static int32_t g_34 = 0x10FBF2B8L;
static volatile int16_t g_46 = 0x629BL;
static uint32_t g_49[1] = {0UL};

static uint16_t  func_1(void);

static uint16_t  func_1(void)
{ 
    uint8_t l_7[3];
    int64_t l_22 = 0x8CC3837ACED45B0ELL;
    uint16_t * const l_30 = (void*)0;
    int32_t l_45 = (-1L);
    int i;
    for (i = 0; i < 3; i++)
        l_7[i] = 2UL;
    for (g_2 = 0; (g_2 <= (-15)); g_2 = safe_sub_func_int16_t_s_s(g_2, 1))
    { 
        uint8_t l_18 = 254UL;
        uint16_t *l_19 = &g_20;
        int32_t l_21 = (-1L);
        int32_t l_47 = 0L;
        int32_t l_48 = (-1L);
        if ((safe_mul_func_uint8_t_u_u(l_7[2], ((safe_div_func_int64_t_s_s((safe_sub_func_uint8_t_u_u(l_7[2], 5UL)), (safe_div_func_uint16_t_u_u((!(((*l_19) = (safe_unary_minus_func_int32_t_s((safe_div_func_uint32_t_u_u(l_18, l_18))))) & l_21)), 0x989BL)))) != l_22))))
        { 
            int8_t l_23 = 0x78L;
            int8_t *l_31 = &g_32;
            int32_t *l_33 = &g_34;
            (*l_33) &= ((((l_23 > 0x0ED99EA7EB8E136DLL) || (safe_add_func_uint8_t_u_u(l_23, ((*l_31) = ((safe_div_func_uint8_t_u_u((((safe_mul_func_int16_t_s_s((l_30 != l_19), l_18)) ^ 0x1982L) < 0UL), 1L)) ^ l_7[2]))))) > l_23) < 0xACDA2A4F2A6CA0CELL);
        }
        else
        { 
            int32_t *l_35 = (void*)0;
            int32_t *l_36 = &g_34;
            int32_t *l_37 = &g_34;
            int32_t l_38 = 4L;
            int32_t *l_39 = &l_38;
            int32_t l_40 = 0x687C4177L;
            int32_t *l_41 = &l_40;
            int32_t *l_42 = &g_34;
            int32_t *l_43 = (void*)0;
            int32_t *l_44[1];
            int i;
            for (i = 0; i < 1; i++)
                l_44[i] = &g_34;
            --g_49[0];
            return g_34;
        }
    }
    return l_7[2];
}

int main (void)
{
    int i;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_2, "g_2", print_hash_value);
    transparent_crc(g_20, "g_20", print_hash_value);
    transparent_crc(g_32, "g_32", print_hash_value);
    transparent_crc(g_34, "g_34", print_hash_value);
    transparent_crc(g_46, "g_46", print_hash_value);
    for (i = 0; i < 1; i++)
    {
        transparent_crc(g_49[i], "g_49[i]", print_hash_value);
        if (print_hash_value) printf("index = [%d]\n", i);

    }
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
