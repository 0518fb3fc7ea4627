// csmith, seed 27. Checksums: LP64 0x3a48f53c ILP32 0x3a48f53c
#include "csmith.h"

static long __undefined;

struct S1 {
   signed f0 : 10;
};

#pragma pack(push)
#pragma pack(1)
struct S2 {
   uint8_t  f0;
   struct S1  f1;
   int8_t  f2;
};
#pragma pack(pop)

union U3 {
   int16_t  f0;
};

static volatile int32_t g_3 = 8L;
static int32_t g_4 = 8L;
static int32_t g_5 = (-4L);
static uint32_t g_7 = 0UL;
static int32_t * const  volatile g_21 = (void*)0;
static int32_t g_24 = 0x6FA66FA4L;
static const int32_t g_32 = 0x25BB5A27L;
static const int32_t *g_31[3][3] = {{&g_32,&g_32,&g_32},{(void*)0,&g_32,(void*)0},{&g_32,&g_32,&g_32}};
static const int16_t g_33 = 0L;
static uint64_t g_48 = 0x41E971521F00BB6ELL;
static struct S2 g_51 = {0x04L,{17},0xBBL};

static struct S2  func_1(void);
static const int8_t  func_10(const union U3  p_11);

static struct S2  func_1(void)
{ 
    union U3 l_2[2][2] = {{{0x5E4BL},{0x5E4BL}},{{0x5E4BL},{0x5E4BL}}};
    int32_t l_35 = 1L;
    int32_t *l_37 = (void*)0;
    int32_t *l_38 = (void*)0;
    int32_t *l_39 = &g_4;
    int32_t *l_40 = &g_5;
    int32_t *l_41 = (void*)0;
    int32_t *l_42 = &g_5;
    int32_t *l_43 = (void*)0;
    int32_t *l_44 = &g_5;
    int32_t *l_45 = &g_5;
    int32_t *l_46 = (void*)0;
    int32_t *l_47[1];
    int i, j;
    for (i = 0; i < 1; i++)
        l_47[i] = &l_35;
    for (g_4 = 1; (g_4 >= 0); g_4 -= 1)
    { 
        int32_t l_34 = 0x966B9117L;
        int32_t l_36 = 0x2F4BB0F5L;
        if (g_3)
            break;
        for (g_5 = 1; (g_5 >= 0); g_5 -= 1)
        { 
            int32_t *l_6[3];
            const union U3 l_12 = {0x051EL};
            const int32_t *l_30 = &g_5;
            int i;
            for (i = 0; i < 3; i++)
                l_6[i] = (void*)0;
            ++g_7;
            l_36 &= (l_35 = ((func_10(l_12) <= (safe_add_func_int32_t_s_s((((((g_31[2][2] = l_30) != (void*)0) != 1L) && g_33) , l_34), 0x40F8278BL))) ^ 4294967295UL));
        }
    }
    --g_48;
    return g_51;
}

static const int8_t  func_10(const union U3  p_11)
{ 
    uint8_t l_15[3][1];
    const int32_t *l_20 = &g_5;
    int32_t *l_22 = (void*)0;
    int32_t *l_23 = &g_24;
    const int64_t l_27 = 1L;
    int i, j;
    for (i = 0; i < 3; i++)
    {
        for (j = 0; j < 1; j++)
            l_15[i][j] = 0xF3L;
    }
    (*l_23) = (safe_sub_func_uint64_t_u_u((l_15[0][0] , (safe_div_func_uint32_t_u_u((safe_add_func_int32_t_s_s(((void*)0 != l_20), g_3)), g_4))), 0x637828451D77F172LL));
    for (g_7 = (-11); (g_7 > 31); g_7 = safe_add_func_int16_t_s_s(g_7, 5))
    { 
        return g_5;
    }
    return l_27;
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
    transparent_crc(g_7, "g_7", print_hash_value);
    transparent_crc(g_24, "g_24", print_hash_value);
    transparent_crc(g_32, "g_32", print_hash_value);
    transparent_crc(g_33, "g_33", print_hash_value);
    transparent_crc(g_48, "g_48", print_hash_value);
    transparent_crc(g_51.f0, "g_51.f0", print_hash_value);
    transparent_crc(g_51.f1.f0, "g_51.f1.f0", print_hash_value);
    transparent_crc(g_51.f2, "g_51.f2", print_hash_value);
    platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
    return 0;
}
