// csmith, seed 8. Checksums: LP64 0x9582ca06 ILP32 0x9582ca06
#include "csmith.h"

static long __undefined;

union U1 {
   volatile int8_t * f0;
   volatile int32_t  f1;
};

static uint32_t g_9 = 4294967293UL;
static int8_t g_12 = 3L;
static int8_t *g_11 = &g_12;
static int8_t *g_14 = (void*)0;
static int32_t g_20 = 7L;
static int32_t g_22 = 0x24B5E495L;
static int32_t * volatile g_21[2][1] = {{&g_22},{&g_22}};
static uint8_t g_26 = 250UL;
static int32_t * volatile g_28 = &g_20;
static union U1 g_34 = {0};
static union U1 *g_33 = &g_34;
static union U1 ** volatile g_32 = &g_33;
static int32_t g_43[2][1] = {{0x520C3D8DL},{0x520C3D8DL}};
static int32_t * volatile g_42 = &g_43[1][0];

static const int8_t  func_1(void);
static int64_t  func_2(int8_t  p_3, int16_t  p_4, uint8_t  p_5, int8_t * p_6, int8_t * p_7);

static const int8_t  func_1(void)
{ 
    uint32_t l_8 = 0xAC488899L;
    int8_t *l_10 = (void*)0;
    int8_t **l_13 = (void*)0;
    uint32_t l_15[2];
    uint8_t *l_25 = &g_26;
    const int16_t l_44 = 0xAEB9L;
    int i;
    for (i = 0; i < 2; i++)
        l_15[i] = 18446744073709551610UL;
    if ((((*l_25) = (func_2(l_8, g_9, (((g_11 = l_10) == (g_14 = l_10)) && l_15[1]), &g_12, &g_12) , 0x56L)) != g_9))
    { 
        int16_t l_27[1];
        int i;
        for (i = 0; i < 1; i++)
            l_27[i] = 0xEE24L;
        (*g_28) &= l_27[0];
    }
    else
    { 
        uint32_t l_29 = 4294967295UL;
        for (g_9 = 0; (g_9 <= 1); g_9 += 1)
        { 
            int32_t *l_30 = &g_20;
            union U1 *l_31 = (void*)0;
            int i;
            (*l_30) = ((l_15[g_9] || l_29) || (g_26 || 0UL));
            (*g_32) = l_31;
        }
        for (g_20 = 0; (g_20 < (-2)); g_20 = safe_sub_func_int8_t_s_s(g_20, 9))
        { 
            int32_t *l_41 = &g_22;
            (*g_42) = (safe_mul_func_uint8_t_u_u(l_29, ((((((safe_add_func_int32_t_s_s((*g_28), 0xF2A6ADD3L)) , ((*l_41) = (*g_28))) ^ 0x1F64DB2AL) != l_29) < l_15[1]) >= l_15[1])));
            return l_15[1];
        }
    }
    return l_44;
}

static int64_t  func_2(int8_t  p_3, int16_t  p_4, uint8_t  p_5, int8_t * p_6, int8_t * p_7)
{ 
    const int8_t l_18[1] = {0xFDL};
    int32_t *l_19 = &g_20;
    int32_t *l_23 = &g_22;
    uint32_t l_24 = 0xE2DB80EBL;
    int i;
    (*l_23) = ((*l_19) = (safe_mod_func_uint64_t_u_u(0xEE76373A4C924B54LL, l_18[0])));
    return l_24;
}

int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_9, "g_9", print_hash_value);
    transparent_crc(g_12, "g_12", print_hash_value);
    transparent_crc(g_20, "g_20", print_hash_value);
    transparent_crc(g_22, "g_22", print_hash_value);
    transparent_crc(g_26, "g_26", print_hash_value);
    for (i = 0; i < 2; i++)
    {
        for (j = 0; j < 1; j++)
        {
            transparent_crc(g_43[i][j], "g_43[i][j]", print_hash_value);
            if (print_hash_value) printf("index = [%d][%d]\n", i, j);

        }
    }
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
