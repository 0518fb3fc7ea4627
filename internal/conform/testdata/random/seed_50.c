// csmith, seed 50. Checksums: LP64 0xc8b439b7 ILP32 0xc8b439b7
#include "csmith.h"

static long __undefined;

static int32_t g_3 = (-1L);
static volatile uint64_t g_6 = 0x72A72759951EA66ELL;
static int32_t g_9 = 1L;
static int8_t g_16 = 0x72L;
static uint8_t g_18 = 0x03L;
static uint16_t g_29 = 65527UL;
static volatile uint8_t g_39 = 6UL;
static volatile uint8_t * volatile g_38[1][1] = {{&g_39}};
static uint16_t *g_47[3] = {(void*)0,(void*)0,(void*)0};
static uint16_t **g_46 = &g_47[0];

static uint8_t  func_1(void);
static int32_t  func_10(uint32_t  p_11, int32_t  p_12, int8_t  p_13);

static uint8_t  func_1(void)
{ 
    int32_t l_2[1][1];
    uint16_t l_42 = 1UL;
    uint16_t *l_43 = &g_29;
    uint16_t ***l_48 = (void*)0;
    uint16_t ***l_49 = &g_46;
    int32_t l_54 = 9L;
    int32_t *l_55 = &g_3;
    uint16_t * const *l_57 = &g_47[0];
    uint16_t * const **l_56 = &l_57;
    int i, j;
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 1; j++)
            l_2[i][j] = 0x7F825E7AL;
    }
    for (g_3 = 0; (g_3 >= 0); g_3 -= 1)
    { 
        int32_t *l_4 = &l_2[0][0];
        int32_t *l_5[2];
        int i;
        for (i = 0; i < 2; i++)
            l_5[i] = &l_2[0][0];
        --g_6;
        if (g_3)
            continue;
        for (g_9 = 0; (g_9 >= 0); g_9 -= 1)
        { 
            int8_t *l_15 = &g_16;
            int i, j;
            l_42 |= func_10(((+l_2[g_3][g_3]) == l_2[g_9][g_3]), g_6, ((*l_15) = g_9));
        }
    }
    (*l_56) = (((*l_55) = (((++(*l_43)) && (l_2[0][0] ^= (((*l_49) = g_46) == (void*)0))) == (safe_add_func_int16_t_s_s((safe_div_func_uint16_t_u_u((l_54 = ((void*)0 == l_48)), 0xF6F4L)), 0x67A3L)))) , (void*)0);
    return (*l_55);
}

static int32_t  func_10(uint32_t  p_11, int32_t  p_12, int8_t  p_13)
{ 
    uint8_t *l_17 = &g_18;
    int32_t l_23 = 0xA945CB81L;
    int32_t l_24 = 0x84902314L;
    int32_t l_25[1][1];
    uint16_t *l_26 = (void*)0;
    uint16_t *l_27 = (void*)0;
    uint16_t *l_28 = &g_29;
    int32_t *l_40 = (void*)0;
    int32_t *l_41 = &l_23;
    int i, j;
    for (i = 0; i < 1; i++)
    {
        for (j = 0; j < 1; j++)
            l_25[i][j] = 0x83A0F0F5L;
    }
    (*l_41) ^= ((((*l_17)--) > (safe_mul_func_uint16_t_u_u((--(*l_28)), (&p_13 == (((safe_add_func_uint32_t_u_u((safe_div_func_int64_t_s_s(0L, 0x78CCA69919C44D4ELL)), (safe_sub_func_uint8_t_u_u(((l_17 == g_38[0][0]) , l_25[0][0]), 0x9FL)))) , 0L) , (void*)0))))) & 0xBA9AL);
    return p_12;
}

int main (void)
{
    int i, j;
    int print_hash_value = 0;
    platform_main_begin();
    crc32_gentab();
    func_1();
    transparent_crc(g_3, "g_3", print_hash_value);
    transparent_crc(g_6, "g_6", print_hash_value);
    transparent_crc(g_9, "g_9", print_hash_value);
    transparent_crc(g_16, "g_16", print_hash_value);
    transparent_crc(g_18, "g_18", print_hash_value);
    transparent_crc(g_29, "g_29", print_hash_value);
    transparent_crc(g_39, "g_39", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
